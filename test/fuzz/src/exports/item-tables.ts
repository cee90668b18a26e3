import type { MemoryCollections } from '@service/datasource-memory'
import type { Row } from '@service/datasource-toolkit'
import { createRandom, type Random, type TestTable } from '@service/datasource-toolkit/testing'

/** An export reads 200 rows, then 1,000, then these. */
const itemCount = 1_500
/** From the first and from the last rows that it reads, none from between. */
const rareSpans = [
  [1, 200],
  [1_201, itemCount],
] as const
const raresPerSpan = 4

export const texts = ['pen', 'Pen', 'cup', 'a,b', 'say "hi"', '50 %', ''] as const
export const colors = ['red', 'blue'] as const
export const dates = ['2024-03-31T01:30:00.000Z', '2024-01-01T00:00:00.000Z'] as const
export const days = ['2024-02-29', '2024-03-01'] as const
export const kinds = ['essay', 'novel', 'poem'] as const
export const names = ['Ada', 'Bob', 'Cid', 'Dan', 'Eve'] as const
const last = names.length

const key = { name: 'id', type: 'Number' } as const

/** Items of which a few are rare: the largest chunk that an export reads holds none of them. */
export function itemTables(seed: number): readonly TestTable[] {
  const random = createRandom(seed)
  const rare = new Set(
    rareSpans.flatMap(([from, to]) =>
      Array.from({ length: raresPerSpan }, () => random.between(from, to)),
    ),
  )
  const items = Array.from({ length: itemCount }, (_, index) =>
    item(random, index + 1, rare.has(index + 1)),
  )
  return [
    table('groups', [key, { name: 'name', type: 'String' }], named(last)),
    table('tags', [key, { name: 'name', type: 'String' }], named(2)),
    table(
      'items',
      [
        key,
        { name: 'n', type: 'Number' },
        { name: 'price', type: 'Number', number: 'decimal' },
        { name: 's', type: 'String' },
        { name: 'kind', type: 'Enum', enumValues: kinds },
        { name: 'flag', type: 'Boolean' },
        { name: 'at', type: 'Date' },
        { name: 'day', type: 'Dateonly' },
        { name: 'doc', type: 'Json' },
        { name: 'group_id', type: 'Number' },
        { name: 'person_id', type: 'Number' },
      ],
      items,
    ),
    {
      ...table(
        'item_tags',
        [
          { name: 'item_id', type: 'Number' },
          { name: 'tag_id', type: 'Number' },
        ],
        items.flatMap(({ id }) => [
          ...(rare.has(Number(id)) ? [{ item_id: id, tag_id: 1 }] : []),
          ...(random.chance(0.3) ? [{ item_id: id, tag_id: 2 }] : []),
        ]),
      ),
      primaryKey: ['item_id', 'tag_id'],
    },
  ]
}

/** People, in another source. */
export const people: MemoryCollections = {
  people: {
    columns: { id: { type: 'Number', isPrimaryKey: true }, name: 'String' },
    records: named(last),
  },
}

function table(
  name: string,
  columns: TestTable['columns'],
  rows: readonly Row[],
): TestTable & { readonly primaryKey: readonly string[] } {
  return { name, columns, primaryKey: ['id'], foreignKeys: [], rows }
}

function named(count: number): readonly Row[] {
  return names.slice(0, count).map((name, index) => ({ id: index + 1, name }))
}

/** The last group, person, number, text and color are those of rare items. */
function item(random: Random, id: number, isRare: boolean): Row {
  const other = () => (random.chance(0.1) ? null : random.between(1, last - 1))
  return {
    id,
    n: isRare ? 9 : other(),
    price: random.between(0, 3) + 0.5,
    s: isRare ? 'rare' : random.chance(0.1) ? null : random.pick(texts),
    kind: random.pick(kinds),
    flag: random.pick([true, false, null]),
    at: random.pick([...dates, null]),
    day: random.pick([...days, null]),
    doc: isRare ? { color: 'gold', size: 9 } : { color: random.pick(colors), size: id % 3 },
    group_id: isRare ? last : other(),
    person_id: isRare ? last : other(),
  }
}
