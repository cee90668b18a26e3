import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Answer, OpenAgent } from '../testing/open-agent.js'
import { openOnPostgres } from '../testing/open-postgres.js'

const url = inject('postgresUrl')

/** By type of key: three keys in SQL. */
const keys: readonly (readonly [type: string, ...values: string[]])[] = [
  ['int[]', "'{}'", "'{1,NULL}'", "'{{1,2},{3,4}}'"],
  ['text[]', `'{"",NULL,"NULL"}'`, `'{"a|b","c\\\\d","e/f"}'`, `'{"\\"","[]"}'`],
  ['bytea', "''", "'\\x00ff'", "'\\x5c'"],
  ['text', "''", "'.'", "'..'"],
  ['varchar', "'count'", "'\\'", "'\\count'"],
  ['char(5)', "'a'", "''", "'a|b'"],
  ['timestamptz', "'2024-01-01 00:00:00.123456Z'", "'1970-01-01Z'", "'2024-01-01 00:00:00Z'"],
  ['numeric', "'0.10'", "'12345678901234567890.5'", "'-1'"],
  ['bool', "'t'", "'f'"],
  ['date', "'2024-02-29'", "'1999-12-31'"],
]

const statements = keys
  .map(([type, ...values], index) => {
    const rows = values.map((value, row) => `(${value}, ${row}, ${values[0]})`).join(', ')
    const pairs = values.map((value, row) => `(${value}, '|\\${row}', ${row})`).join(', ')
    return `create table single_${index} (key ${type} primary key, row int, up_id ${type} references single_${index} (key));
      insert into single_${index} values ${rows};
      create table pair_${index} (key ${type}, part text, row int, primary key (key, part));
      insert into pair_${index} values ${pairs};`
  })
  .join('\n')

describe.skipIf(!url)('ids of keys of every type', () => {
  let open: OpenAgent
  beforeAll(async () => {
    open = await openOnPostgres(url as string, `agent_ids_${process.pid}`, statements)
  })
  afterAll(() => open?.close())

  const ok = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await open.send(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer
  }
  interface Resource {
    readonly id: string
    readonly attributes: { readonly key: unknown; readonly row: number }
  }
  const readData = ({ json }: Answer) => (json as { data: Resource[] }).data
  const buildPath = (collection: string, id: string) => `/${collection}/${encodeURIComponent(id)}`

  it.each(keys.map(([type], index) => [type, index] as const))('%s', async (_type, index) => {
    for (const collection of [`single_${index}`, `pair_${index}`]) {
      const records = readData(await ok('GET', `/${collection}?sort=row`))
      expect(new Set(records.map(({ id }) => id)).size).toBe(records.length)
      for (const { id, attributes } of records) {
        expect((await ok('GET', buildPath(collection, id))).json).toMatchObject({
          data: { id, attributes },
        })
        const data = { type: collection, attributes: { row: attributes.row } }
        await ok('PUT', buildPath(collection, id), { data })
        const own = { type: collection, attributes: { ...attributes, row: attributes.row } }
        expect((await ok('PUT', buildPath(collection, id), { data: own })).json).toMatchObject({
          data: { id },
        })
      }
    }
    const collection = `single_${index}`
    const [first, ...others] = readData(await ok('GET', `/${collection}?sort=row`)).map(
      ({ id }) => id,
    )
    const related = `${buildPath(collection, first!)}/relationships/single_${index}s`
    expect((await ok('GET', `${related}/count`)).json).toEqual({ count: others.length + 1 })
    const attributes = { ids: others, all_records: false }
    await ok('DELETE', `/${collection}`, { data: { type: 'action-requests', attributes } })
    expect(readData(await ok('GET', `/${collection}`)).map(({ id }) => id)).toEqual([first])
  })
})
