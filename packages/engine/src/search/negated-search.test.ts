import { createMemoryDataSource } from '@service/datasource-memory'
import { describe, expect, it } from 'vitest'
import { createCustomizer } from '../customizer.js'
import { explainList, list } from '../list.js'
import { compile } from '../model/compile.js'
import type { EngineCall } from '../model/model.js'

const call: EngineCall = { timezone: 'UTC', now: new Date('2024-06-02T00:00:00.000Z') }
const key = { type: 'Number', isPrimaryKey: true } as const
const owner = {
  kind: 'ManyToOne',
  foreignCollection: 'owners',
  keys: [{ from: 'owner_id', to: 'id' }],
}

/** Columns that can be compared with a value, but not negated; owners are joined or looked up. */
async function openParts(joins: boolean) {
  const dataSource = await createMemoryDataSource(
    {
      owners: {
        columns: { id: key, name: { type: 'String', operators: ['IContains'] } },
        records: [
          { id: 1, name: 'Ada' },
          { id: 2, name: 'Bob' },
        ],
      },
      parts: {
        columns: {
          id: key,
          code: { type: 'String', operators: ['Equal'] },
          size: { type: 'Number', operators: ['Equal'] },
          owner_id: 'Number',
        },
        relations: { owner: owner as never },
        records: [
          { id: 11, code: 'a', size: 5, owner_id: 1 },
          { id: 12, code: 'b', size: null, owner_id: 2 },
          { id: 13, code: null, size: 6, owner_id: null },
        ],
      },
    },
    { joins },
  )(
    () => {},
    async () => {},
  )
  const customizer = createCustomizer()
  customizer.customizeCollection('parts', parts =>
    parts
      .importField('ownerName', { path: 'owner:name', readonly: true })
      .addField('title', {
        columnType: 'String',
        dependencies: ['code', 'size'],
        getValues: rows => rows.map(({ code, size }) => `${code}-${size}`),
      })
      .replaceFieldOperator('title', 'Equal', value => ({
        field: 'code',
        operator: 'Equal',
        value: String(value).split('-')[0],
      })),
  )
  return (await compile([{ dataSource }], customizer.journal)).collection('parts')
}

describe.each([true, false])(
  'a negated word on a column without the negated operator (joins: %s)',
  joins => {
    it.each([
      ['-code:a', [12, 13]],
      ['-size:5', [12, 13]],
      ['size:!=5', [12, 13]],
      ['-size:!=5', [11]],
      ['-a', [12, 13]],
      ['-a -size:6', [12]],
      ['-code:a OR size:5', [11, 12, 13]],
      ['-owner.name:ada', [12, 13]],
      ['-ownerName:ada', [12, 13]],
      ['-title:a-5', [12, 13]],
      // The column has no operator: no record matches, and every record matches the negation.
      ['size:>5', []],
      ['-size:>5', [11, 12, 13]],
    ])("'%s' finds %o", async (search, expected) => {
      const collection = await openParts(joins)
      const query = { collection, filter: { search }, projection: ['id'], sort: [] }
      const rows = await list(query, call)
      expect(rows.map(({ id }) => id)).toEqual(expected)
    })
  },
)

it('is evaluated in memory, on the rows that the rest of the search leaves', async () => {
  const collection = await openParts(true)
  const filter = { search: '-code:a -owner.name:ada size:6' }
  const query = { collection, filter, projection: ['id'], sort: [] }
  expect(await explainList(query, call)).toMatchInlineSnapshot(`
    "list parts
      scan     parts(id, code) join owner(name)  where size = ?  order by id
      filter   code != ? and owner:name not i contains ?
      shape    id"
  `)
})
