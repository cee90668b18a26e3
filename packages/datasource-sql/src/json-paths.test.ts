import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import type { Call, DataSource, JsonPathColumn, Operator } from '@service/datasource-toolkit'
import { fromDocument, valueAt } from '@service/datasource-toolkit'
import { requireCollection } from '@service/datasource-toolkit/testing'
import { createPglite } from '@service/test-support'
import Libsql from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSqlDataSource } from './create-sql-data-source.js'

const call: Call = { timezone: 'UTC', now: new Date('2024-01-01T00:00:00.000Z') }

/** Dates that some databases reject and others convert to another day. */
const dates = [
  '2024-02-29T12:00:00Z',
  '2023-02-29T12:00:00Z',
  '2023-02-28T23:00:00.5-05:00',
  '1900-02-29T00:00:00Z',
  '2024-13-01T00:00:00Z',
  '2024-04-31T00:00:00Z',
  '2024-01-01T24:00:00Z',
  '2024-01-01',
  'yesterday',
  '',
  null,
]

const documents = [
  ...dates.map(at => ({ at, day: at?.slice(0, 10), n: 1, deep: { text: "it's" } })),
  { at: 5, day: 5, n: '5', deep: [] },
  { at: true, n: 1e21, deep: { text: 'é' } },
  [],
  'text',
  null,
]

const jsonPath = (name: string, path: string[], columnType: JsonPathColumn['columnType']) => ({
  collection: 'docs',
  column: 'doc',
  name,
  path,
  columnType,
})
const jsonPaths: readonly JsonPathColumn[] = [
  jsonPath('doc.at', ['at'], 'Date'),
  jsonPath('doc.day', ['day'], 'Dateonly'),
  jsonPath('doc.n', ['n'], 'Number'),
  jsonPath('doc.text', ['deep', 'text'], 'String'),
  jsonPath('doc.list', ['list'], ['String']),
  jsonPath('doc.odd', ['o"d'], 'String'),
  { ...jsonPath('id.at', ['at'], 'Date'), column: 'id' },
]
const scalars = jsonPaths.slice(0, 4)

function describeJsonPaths(
  name: string,
  open: () => Promise<DataSource>,
  hasInvalid = false,
): void {
  describe(`JSON paths inside documents on ${name}`, () => {
    let source: DataSource
    beforeAll(async () => {
      source = (await open()).withJsonPathColumns!(jsonPaths)
    }, 60_000)
    afterAll(() => source.close())

    const docs = () => requireCollection(source, 'docs')
    const select = { collection: 'docs', columns: ['id'], joins: [] }
    const idsWhere = async (field: string, operator: Operator, value?: unknown) => {
      const orderBy = [{ field: 'id', ascending: true }]
      const rows = await docs().list({ select, where: { field, operator, value }, orderBy }, call)
      return rows.map(({ id }) => id)
    }
    const expected = (index: number, { path, columnType }: JsonPathColumn) =>
      fromDocument(columnType, valueAt(documents[index], path))

    it('describes those it can look at, and compares only plain values', () => {
      const { fields } = docs().schema
      expect(fields['doc.odd']).toBeUndefined()
      expect(fields['id.at']).toBeUndefined()
      expect(fields['doc.n']).toMatchObject({
        isSortable: true,
        jsonPath: { column: 'doc', path: ['n'] },
      })
      expect(fields['doc.list']).toMatchObject({ isSortable: false, operators: new Set() })
    })

    it('reads what is of the type, and null for the rest', async () => {
      const columns = scalars.map(each => each.name)
      const orderBy = [{ field: 'id', ascending: true }]
      const rows = await docs().list({ select: { ...select, columns }, orderBy }, call)
      documents.forEach((_, index) => {
        const values = scalars.map(each => expected(index, each))
        expect(columns.map(column => rows[index]?.[column])).toEqual(values)
      })
    })

    it('filters by exactly what it reads', async () => {
      for (const each of scalars) {
        const values = documents.map((_, index) => expected(index, each))
        const present = values.flatMap((value, index) => (value === null ? [] : [index]))
        const missing = values.flatMap((value, index) => (value === null ? [index] : []))
        const extra = hasInvalid ? [documents.length] : []
        expect(await idsWhere(each.name, 'Present')).toEqual(present)
        expect(await idsWhere(each.name, 'Missing')).toEqual([...missing, ...extra])
        for (const value of new Set(values.filter(other => other !== null))) {
          const same = values.flatMap((other, index) => (other === value ? [index] : []))
          expect(await idsWhere(each.name, 'Equal', value)).toEqual(same)
        }
      }
    })

    it('pages by a JSON path before and after a join', async () => {
      const orderBy = [
        { field: 'doc.n', ascending: false },
        { field: 'id', ascending: true },
      ]
      const parent = { collection: 'docs', columns: ['doc.text'], joins: [] }
      const joins = [{ as: 'parent', on: [{ from: 'parent_id', to: 'id' }], node: parent }]
      const where = { field: 'doc.n', operator: 'Present' } as const
      const scan = { select: { ...select, joins }, where, orderBy }
      const [first] = await docs().list({ ...scan, page: { skip: 0, limit: 1 } }, call)
      expect(first).toEqual({ id: 12, parent: { 'doc.text': "it's" } })
      const [second] = await docs().list({ ...scan, after: [1e21, 12] }, call)
      expect(second?.id).toBe(0)
    })

    it('changes JSON paths in one statement, and rejects their document in the same update', async () => {
      const where = { field: 'doc.text', operator: 'Equal', value: 'é' } as const
      const patch = { 'doc.text': 'ok', 'doc.list': ['a', null], 'doc.n': 2 }
      expect(await docs().update(where, patch, call)).toBe(1)
      const scan = { select: { ...select, columns: ['doc'] }, orderBy: [] }
      const changed = { field: 'id', operator: 'Equal', value: 12 } as const
      expect(await docs().list({ ...scan, where: changed }, call)).toEqual([
        { doc: { at: true, n: 2, deep: { text: 'ok' }, list: ['a', null] } },
      ])
      await expect(docs().update(changed, { doc: {}, 'doc.n': 1 }, call)).rejects.toThrow(
        "'doc' and 'doc.n' of 'docs' are written together",
      )
    })

    it('makes a document of whatever was none', async () => {
      const where = { field: 'id', operator: 'GreaterThan', value: 12 } as const
      await docs().update(where, { 'doc.text': 'new' }, call)
      const scan = { select: { ...select, columns: ['doc'] }, where, orderBy: [] }
      for (const { doc } of await docs().list(scan, call)) {
        expect(doc).toEqual({ deep: { text: 'new' } })
      }
    })

    it('reads the result of updating a JSON path', async () => {
      const where = { field: 'doc.n', operator: 'Equal', value: 2 } as const
      const columns = ['doc.n', 'doc.text']
      const updated = await docs().updateAndList?.(
        where,
        { 'doc.text': 'again' },
        { ...select, columns },
        call,
      )
      if (updated) expect(updated.rows).toEqual([{ 'doc.n': 2, 'doc.text': 'again' }])
    })
  })
}

const insert = (mark: (position: number) => string) =>
  `insert into docs values (${mark(1)}, ${mark(2)}, ${mark(3)})`
const rows = documents.map((document, id) => [
  id,
  id === 12 ? 0 : null,
  document === null ? null : JSON.stringify(document),
])
const start = (factory: ReturnType<typeof createSqlDataSource>) =>
  factory(
    () => {},
    async () => {},
  )

let pglite: PGlite
describeJsonPaths('PostgreSQL', async () => {
  pglite = await createPglite()
  await pglite.exec(
    'create table docs (id int primary key, parent_id int references docs (id), doc jsonb)',
  )
  for (const row of rows)
    await pglite.query(
      insert(position => `$${position}`),
      row,
    )
  return start(createSqlDataSource(pglite))
})

let folder: string
describeJsonPaths(
  'SQLite',
  async () => {
    folder = await mkdtemp(join(tmpdir(), 'places-'))
    const path = join(folder, 'data.db')
    const database = new Libsql(path)
    database.exec(
      'create table docs (id int primary key, parent_id int references docs (id), doc json)',
    )
    const statement = database.prepare(insert(() => '?'))
    for (const row of [...rows, [rows.length, null, '{not json']]) statement.run(...row)
    database.close()
    return start(createSqlDataSource(`sqlite:${path}`))
  },
  true,
)

afterAll(async () => {
  await pglite.close()
  await rm(folder, { recursive: true })
})
