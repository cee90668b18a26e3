import { createSqlDataSource } from '@service/datasource-sql'
import { createMariaDbDatabase, createPostgresDatabase } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { bookStatements, describeSearch, type OpenBooks } from '../testing/describe-search.js'
import { type OpenAgent, openAgent } from '../testing/open-agent.js'

const database = `agent_search_${process.pid}`

async function openPostgres(url: string, statements: readonly string[]): Promise<OpenBooks> {
  const created = await createPostgresDatabase(url, database, statements)
  return { factory: createSqlDataSource(created.url), close: created.drop }
}

async function openMariadb(url: string, statements: readonly string[]): Promise<OpenBooks> {
  const created = await createMariaDbDatabase(url, database, statements)
  return { factory: createSqlDataSource(created.url), close: created.drop }
}

const uuid = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'

/** Only PostgreSQL has arrays. */
const arrays = ', words text[], sizes integer[]'
const arrayValues = ", array['alpha', 'it''s'], array[7, 8]"
const thingStatements = (kind: string, instant: string, hasArrays: boolean) => [
  `create table things (
    id integer primary key, title varchar(100), kind ${kind}, code uuid, amount numeric(10, 2),
    active boolean, day date, at ${instant}${hasArrays ? arrays : ''}
  )`,
  'insert into things (id) values (101)',
  `insert into things values (102, 'Oak', 'red', '${uuid}', 12.5, true, '2024-05-31',
    '2023-07-14 10:00:00'${hasArrays ? arrayValues : ''})`,
]

const isArray = (search: string) => /alpha|alp|^8$|words|sizes/.test(search)

/** A value of each type, with the columns that can contain it. */
const cases: readonly (readonly [search: string, expected: readonly number[]])[] = [
  ['oak', [102]],
  ['OA', [102]],
  ['red', [102]],
  ['RED', [102]],
  ['re', []],
  ['kind:re', []],
  ['-kind:Red', [101]],
  ['-kind:unknown', [101, 102]],
  [uuid.toUpperCase(), [102]],
  [uuid.slice(0, 8), []],
  [`-code:${uuid}`, [101]],
  ['12.5', [102]],
  ['12.50', [102]],
  ['102', [102]],
  ['true', [102]],
  ['-active:1', [101]],
  ['2024', [102]],
  ['2024-05', [102]],
  ['2023-07-14', [102]],
  ['2023-07-15', []],
  ['-day:2024', [101]],
  ['kind:NULL', [101]],
  ['-code:NULL', [102]],
  ['alpha', [102]],
  ['alp', []],
  ['8', [102]],
  ["words:it's", [102]],
  ['-words:alpha', [101]],
  ['-sizes:8', [101]],
  ['sizes:7.5', []],
  ['-sizes:99999999999999999999', [101, 102]],
]

function describeTypes(name: string, hasArrays: boolean, openThings: () => Promise<OpenBooks>) {
  describe(`the columns a search looks at over ${name}`, () => {
    let open: OpenAgent
    let closeSource: () => Promise<void>
    beforeAll(async () => {
      const { factory, close } = await openThings()
      closeSource = close
      open = await openAgent(factory)
    })
    afterAll(async () => {
      await open.close()
      await closeSource()
    })

    if (hasArrays)
      it('compares lists with elements they cannot hold', async () => {
        const ids = async (operator: string, value: unknown) => {
          const filters = JSON.stringify({ field: 'sizes', operator, value })
          const { json } = await open.get(`/things?filters=${encodeURIComponent(filters)}`)
          return (json as { data: { id: string }[] }).data.map(({ id }) => +id)
        }
        expect(await ids('equal', [7, 8])).toEqual([102])
        expect(await ids('equal', [7, 8.5])).toEqual([])
        expect(await ids('not_equal', [7.5])).toEqual([101, 102])
        expect(await ids('includes_none', [8.5, 2 ** 40])).toEqual([101, 102])
      })

    it.each(cases.filter(([search]) => hasArrays || !isArray(search)))(
      "'%s' finds %o",
      async (search, expected) => {
        const { json } = await open.get(`/things?search=${encodeURIComponent(search)}`)
        expect((json as { data: { id: string }[] }).data.map(({ id }) => +id)).toEqual(expected)
      },
    )
  })
}

const postgresUrl = inject('postgresUrl')
const mariadbUrl = inject('mariadbUrl')

describe.skipIf(!postgresUrl)('PostgreSQL', () => {
  describeSearch('PostgreSQL', () => openPostgres(postgresUrl!, bookStatements('timestamptz')))
  describeTypes('PostgreSQL', true, () =>
    openPostgres(postgresUrl!, [
      "create type colour as enum ('red', 'blue')",
      ...thingStatements('colour', 'timestamptz', true),
    ]),
  )
})

describe.skipIf(!mariadbUrl)('MariaDB', () => {
  describeSearch('MariaDB', () => openMariadb(mariadbUrl!, bookStatements('datetime')))
  describeTypes('MariaDB', false, () =>
    openMariadb(mariadbUrl!, thingStatements("enum('red', 'blue')", 'datetime', false)),
  )
})
