import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createMemoryDataSource } from '@service/datasource-memory'
import type { DataSource, Row, Scan } from '@service/datasource-toolkit'
import { isLeaf } from '@service/datasource-toolkit'
import { chooseRounds } from '@service/test-support'
import { beforeAll, describe, expect, it } from 'vitest'
import { aggregate, count as countOf } from './aggregate.js'
import { createCustomizer } from './customizer.js'
import { iterate } from './iterate.js'
import { list } from './list.js'
import { compile } from './model/compile.js'
import type { CollectionModel, Model } from './model/model.js'
import { generatedSource } from './testing/generated-source.js'
import { call } from './testing/shop.js'

const count = chooseRounds(120_000, 1_000_000)
/** As many rows as these would need some 24 MB, a million of them 200 MB. */
const boundMb = chooseRounds(12, 40)

describe(`${count} rows in memory`, () => {
  let model: Model
  let events: CollectionModel
  let lowest = 0
  let highest = 0
  const logged: string[] = []
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const heapMb = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed / 2 ** 20
  }

  beforeAll(async () => {
    const customizer = createCustomizer()
    let calls = 0
    customizer.customizeCollection('events', collection =>
      collection
        .addField('label', {
          columnType: 'String',
          dependencies: ['id', 'kind'],
          getValues(records) {
            if (++calls % 25 === 0) highest = Math.max(highest, heapMb())
            return records.map(({ kind, id }) => `${kind} of ${id}`)
          },
        })
        .emulateFieldFiltering('label')
        .emulateFieldSorting('label')
        .addManyToOneRelation('type', 'types', { foreignKey: 'kind' }),
    )
    const sources = [{ dataSource: await generatedSource(count) }, { dataSource: await types() }]
    model = await compile(sources, customizer.journal, {
      maxKeysInFilter: 500,
      logger: (level, message) => logged.push(`${level} ${message}`),
    })
    events = model.collection('events')
  })

  /** What the kinds of events are, in another source: asked for the common ones, or by name. */
  async function types(): Promise<DataSource> {
    const columns = { name: { type: 'String', isPrimaryKey: true }, isRare: 'Boolean' } as const
    const source = await createMemoryDataSource({ types: { columns } })(
      () => {},
      async () => {},
    )
    const common = Array.from({ length: 900 }, (_, index) => `kind ${index + 100}`)
    let calls = 0
    const list = async ({ where, page }: Scan): Promise<Row[]> => {
      if (++calls % 25 === 0) highest = Math.max(highest, heapMb())
      const isNamed = where && isLeaf(where) && where.operator === 'In'
      const names = isNamed ? (where.value as string[]) : common.slice(0, page?.limit)
      return names.map(name => ({ name, isRare: Number(name.slice(5)) < 100 }))
    }
    return { ...source, collections: source.collections.map(each => ({ ...each, list })) }
  }

  /** Garbage is collected before each look, so that what is seen is what is kept. */
  async function grownMb(work: () => Promise<void>): Promise<number> {
    lowest = heapMb()
    highest = 0
    await work()
    expect(highest).toBeGreaterThan(0)
    return highest - lowest
  }

  const conditionTree = { field: 'label', operator: 'EndsWith', value: '999' } as const
  const sort = [{ field: 'label', ascending: false }]

  it('are sorted keeping those of the page', async () => {
    let rows: Row[] = []
    const query = { collection: events, filter: {}, projection: ['label'], sort }
    const grown = await grownMb(async () => {
      rows = await list({ ...query, page: { skip: 10, limit: 15 } }, call)
    })
    const last = Array.from(
      { length: count / 1000 },
      (_, index) => `kind 999 of ${index * 1000 + 321}`,
    ).sort()
    expect(rows).toHaveLength(15)
    expect(rows[0]).toEqual({ label: last.at(-11) })
    expect(grown).toBeLessThan(boundMb)
  }, 120_000)

  it('are filtered in chunks', async () => {
    let found = 0
    const query = { collection: events, filter: { conditionTree }, projection: ['id'], sort: [] }
    const grown = await grownMb(async () => {
      for await (const rows of iterate(query, call)) found += rows.length
    })
    expect(found).toBe(count / 1000)
    expect(grown).toBeLessThan(boundMb)
  }, 120_000)

  it('are filtered by records of another source, more than it can look up', async () => {
    let found = 0
    const isCommon = { field: 'type:isRare', operator: 'Equal', value: false } as const
    const filter = { conditionTree: isCommon }
    const grown = await grownMb(async () => {
      found = await countOf({ collection: events, filter }, call)
    })
    expect(found).toBe((count / 1000) * 900)
    expect(grown).toBeLessThan(boundMb)
  }, 120_000)

  it('are folded keeping one value per group, and the number of rows is logged', async () => {
    logged.length = 0
    let groups = 0
    const aggregation = { operation: 'Max', field: 'label', groups: [{ field: 'kind' }] } as const
    const grown = await grownMb(async () => {
      groups = (await aggregate({ collection: events, filter: {}, aggregation }, call)).length
    })
    expect(groups).toBe(1000)
    expect(grown).toBeLessThan(boundMb)
    expect(logged).toEqual([`Warn A request on 'events' read ${count} rows to work in memory.`])
  }, 120_000)
})
