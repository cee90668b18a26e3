import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqlDataSource } from '@service/datasource-sql'
import type { DataSourceFactory } from '@service/datasource-toolkit'
import { createPglite } from '@service/test-support'
import Database from 'libsql'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type OpenAgent, openAgent, readError } from '../testing/open-agent.js'

const setUp = `
  create table orders (id integer primary key, status text, total numeric, owner text);
  insert into orders values
    (1, 'paid', 10.5, 'ada@example.com'),
    (2, 'open', 20, 'ada@example.com'),
    (3, 'paid', 30, 'bob@example.com'),
    (4, null, 40, 'o''neil');
`
const ada = { id: 7, email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron', roleId: 1 }
const limits = {
  liveQueryConnections: 'main',
  liveQueryTimeoutMs: 5000,
  liveQueryMaxRows: 100,
}

interface Source {
  readonly factory: DataSourceFactory
  close(): Promise<void>
}

const sources: Readonly<Record<string, () => Promise<Source>>> = {
  async pglite() {
    const database = await createPglite()
    await database.exec(`${setUp}
      create function wipe() returns integer language sql
      as $$ delete from orders; select 1 $$;
    `)
    return { factory: createSqlDataSource(database, limits), close: () => database.close() }
  },
  async sqlite() {
    const folder = await mkdtemp(join(tmpdir(), 'native-query-'))
    const path = join(folder, 'shop.db')
    const database = new Database(path)
    database.exec(setUp)
    database.close()
    return {
      factory: createSqlDataSource(`sqlite:${path}`, limits),
      close: () => rm(folder, { recursive: true }),
    }
  },
}

describe.each(Object.keys(sources))('on %s', name => {
  let source: Source
  let open: OpenAgent

  beforeAll(async () => {
    source = await sources[name]!()
    open = await openAgent(source.factory)
  }, 120_000)

  afterAll(async () => {
    await open.close()
    await source.close()
  })

  beforeEach(() => {
    open.service.setUser({ ...ada, permissionLevel: 'editor' })
    open.service.setCharts(1, [])
    open.service.setLiveQueries(1, 'orders', [])
    open.service.setScope(1, 'orders', null)
  })

  const run = (chart: object) => open.send('POST', '/_internal/native_query', chart)

  const chart = (type: string, query: string, extra: object = {}) => ({
    type,
    query,
    connectionName: 'main',
    ...extra,
  })

  const value = async (type: string, query: string, extra?: object) => {
    const answer = await run(chart(type, query, extra))
    expect(answer.status, answer.text).toBe(200)
    return (answer.json as { data: { attributes: { value: unknown } } }).data.attributes.value
  }

  const refusal = async (asked: object) => {
    const answer = await run(asked)
    return `${answer.status} ${readError(answer).detail}`
  }

  describe('the value of a native query chart', () => {
    it('follows the type of the chart', async () => {
      expect(await value('Value', 'select count(*) as value from orders')).toEqual({
        countCurrent: 4,
      })
      expect(await value('Value', 'select 3 as value, 2 as previous')).toEqual({
        countCurrent: 3,
        countPrevious: 2,
      })
      expect(await value('Objective', 'select 3 as value, 10 as objective')).toEqual({
        value: 3,
        objective: 10,
      })
      expect(await value('Percentage', 'select 12.5 as value')).toBe(12.5)
      const byStatus =
        'select status as key, sum(total) as value from orders group by status order by 2, 1'
      expect(await value('Pie', byStatus)).toEqual(
        [
          { key: 'open', value: 20 },
          { key: null, value: 40 },
          { key: 'paid', value: 40.5 },
        ].sort((a, b) => a.value - b.value),
      )
      expect(await value('Leaderboard', 'select 1 as key, 2 as value where false')).toEqual([])
      expect(await value('Line', "select 'Jan 24' as key, 2 as value")).toEqual([
        { label: 'Jan 24', values: { value: 2 } },
      ])
    })

    it('names the columns that are missing', async () => {
      expect(await refusal(chart('Value', 'select 1 as total'))).toBe(
        '422 The query of a Value chart must return value. It returned: total.',
      )
      expect(await refusal(chart('Pie', 'select 1 as value'))).toMatch(/must return key, value/)
      expect(await refusal(chart('Value', "select 'x' as value"))).toMatch(/must return numbers/)
      expect(await refusal(chart('Value', 'select 1 as value where false'))).toMatch(/no row/)
    })
  })

  describe('a chart whose query is not known', () => {
    const query = 'select count(*) as value from orders where owner = {{filters.owner}}'
    const named = (text: string, more: object = {}) => ({
      type: 'Value',
      connectionName: 'main',
      queryDigest: createHash('sha256').update(text).digest('hex'),
      contextVariables: { 'filters.owner': 'ada@example.com' },
      ...more,
    })
    const broken = 'select secret_column as value from orders'

    beforeEach(() => {
      open.service.setUser({ ...ada, permissionLevel: 'user' })
      open.service.setCharts(1, [chart('Value', query), chart('Value', broken)])
    })

    it('runs for members of the team that has it', async () => {
      const answer = await run(named(query))
      expect(answer.json).toMatchObject({ data: { attributes: { value: { countCurrent: 2 } } } })
    })

    it('is not found by another type, connection or digest', async () => {
      const reason = '403 This chart is not one of your team. Ask an editor to add it.'
      expect(await refusal(named('select 1 as value'))).toBe(reason)
      expect(await refusal(named(query, { type: 'Percentage' }))).toBe(reason)
      expect(await refusal(named(query, { connectionName: 'other' }))).toBe(reason)
      expect(await refusal(named(query, { queryDigest: ['x'] }))).toBe(reason)
    })

    it('quotes its query only to those who may read it', async () => {
      expect(await refusal(named(broken))).toBe(
        '422 The query of the chart failed. Ask an editor to correct it.',
      )
      open.service.setUser({ ...ada, permissionLevel: 'editor' })
      expect(await refusal(named(broken))).toContain('secret_column')
    })
  })

  describe('variables', () => {
    const count = 'select count(*) as value from orders where owner = {{name}}'
    const countWith = (name: unknown) => value('Value', count, { contextVariables: { name } })

    it('are bound, whatever they hold', async () => {
      expect(await countWith('ada@example.com')).toEqual({ countCurrent: 2 })
      expect(await countWith("o'neil")).toEqual({ countCurrent: 1 })
      expect(await countWith("' or '1'='1")).toEqual({ countCurrent: 0 })
      expect(await countWith("x'; delete from orders; --")).toEqual({ countCurrent: 0 })
      expect(await value('Value', 'select count(*) as value from orders')).toEqual({
        countCurrent: 4,
      })
    })

    it('of the user come from the service, not from the client', async () => {
      const query = 'select count(*) as value from orders where owner = {{currentUser.email}}'
      const contextVariables = { 'currentUser.email': 'bob@example.com' }
      expect(await value('Value', query, { contextVariables })).toEqual({ countCurrent: 2 })
    })
  })

  describe('what a native query may not do', () => {
    it.each([
      'delete from orders',
      'select 1 as value; delete from orders',
      'with gone as (delete from orders returning id) select count(*) as value from gone',
      'select 1 as value into copy',
      'commit; delete from orders',
    ])('write: %s', async query => {
      expect(await refusal(chart('Value', query))).toMatch(/^422 /)
      expect(await value('Value', 'select count(*) as value from orders')).toEqual({
        countCurrent: 4,
      })
    })

    if (name === 'pglite') {
      it('write through a function', async () => {
        expect(await refusal(chart('Value', 'select wipe() as value'))).toMatch(/^(422|403|400) /)
        expect(await value('Value', 'select count(*) as value from orders')).toEqual({
          countCurrent: 4,
        })
      })
    }

    it('return more rows than the ceiling', async () => {
      const query =
        'with recursive s(n) as (select 1 union all select n + 1 from s where n < 101) select n as key, n as value from s'
      expect(await refusal(chart('Pie', query))).toMatch(/^422 .*100/)
    })

    it('name a column or table that does not exist', async () => {
      expect(await refusal(chart('Value', 'select nope as value from orders'))).toMatch(/^422 /)
    })
  })

  describe('the definition of a native query chart', () => {
    it.each([
      [{}, /'query'/],
      [chart('Value', ' '), /'query'/],
      [chart('Smart', 'select 1 as value'), /must be one of: Value/],
      [{ type: 'Value', query: 'select 1 as value' }, /'connectionName'/],
      [chart('Value', 'select 1 as value', { connectionName: 'other' }), /There are: main/],
    ])('is checked: %o', async (asked, detail) => {
      const text = await refusal(asked)
      expect(text).toMatch(/^422 /)
      expect(text).toMatch(detail)
    })

    it('must be one of the team for users below editor', async () => {
      open.service.setUser(ada)
      const known = chart('Value', 'select count(*) as value from orders')
      expect(await refusal(known)).toMatch(/^403 /)
      open.service.setCharts(1, [known])
      expect((await run(known)).status).toBe(200)
      expect(await refusal({ ...known, query: 'select 1 as value' })).toMatch(/^403 /)
    })

    it('is offered in the capabilities', async () => {
      const { json } = await open.send('POST', '/_internal/capabilities', {})
      expect(json).toMatchObject({ nativeQueryConnections: [{ name: 'main' }] })
    })
  })

  describe('a live-query segment', () => {
    const paid = "select id from orders where status = 'paid'"
    const parameters = (query: string) =>
      `segmentQuery=${encodeURIComponent(query)}&connectionName=main`
    const count = (query: string) => open.get(`/orders/count?${parameters(query)}`)

    it('selects the records whose keys it returns', async () => {
      const { status, json } = await open.get(`/orders?sort=id&${parameters(paid)}`)
      expect(status).toBe(200)
      expect((json as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual(['1', '3'])
      expect((await count(paid)).json).toEqual({ count: 2 })
      expect((await count('select id from orders where false')).json).toEqual({ count: 0 })
    })

    it('binds the variables of the user, also in exports', async () => {
      const own = 'select id from orders where owner = {{currentUser.email}}'
      expect((await count(own)).json).toEqual({ count: 2 })
      const csv = await open.get(
        `/orders.csv?fields[orders]=id&header=id&sort=id&${parameters(own)}`,
      )
      expect(csv.text).toBe('id\n1\n2\n')
    })

    it('stays within the scope of the user', async () => {
      open.service.setScope(1, 'orders', { field: 'id', operator: 'equal', value: 3 })
      expect((await count(paid)).json).toEqual({ count: 1 })
    })

    it('must be configured for the collection for users below editor', async () => {
      open.service.setUser(ada)
      expect((await count(paid)).status).toBe(403)
      open.service.setLiveQueries(1, 'orders', [{ query: paid, connectionName: 'main' }])
      expect((await count(paid)).json).toEqual({ count: 2 })
      expect((await count(`${paid} or true`)).status).toBe(403)
    })

    it('is asked for by its name, without its query', async () => {
      open.service.setUser(ada)
      const segments = [{ name: 'Paid', query: paid, connectionName: 'main' }]
      open.service.setLiveQueries(1, 'orders', segments)
      const { json } = await open.get('/orders?sort=id&segment=Paid')
      expect((json as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual(['1', '3'])
      expect((await open.get('/orders/count?segment=Paid')).json).toEqual({ count: 2 })
      const csv = await open.get('/orders.csv?fields[orders]=id&sort=id&segment=Paid')
      expect(csv.text).toBe('id\n1\n3\n')
      const schema = await open.get('/_internal/schema')
      expect(schema.json).toMatchObject({
        collections: expect.arrayContaining([
          expect.objectContaining({
            name: 'orders',
            segments: [{ id: 'orders.Paid', name: 'Paid' }],
          }),
        ]),
      })
      expect(schema.text).not.toContain('select')
      const tag = schema.headers.get('service-schema-tag')
      open.service.setLiveQueries(1, 'orders', [])
      const gone = await open.get('/orders/count?segment=Paid')
      expect([gone.status, readError(gone).detail]).toEqual([
        400,
        expect.stringMatching(/^No segment 'Paid'/),
      ])
      expect(gone.headers.get('service-schema-tag')).not.toBe(tag)
    })

    it('selects by its name what a deletion applies to', async () => {
      open.service.setUser(ada)
      const none = {
        name: 'None',
        query: 'select id from orders where false',
        connectionName: 'main',
      }
      open.service.setLiveQueries(1, 'orders', [none])
      const attributes = {
        all_records: true,
        all_records_ids_excluded: [],
        all_records_subset_query: { segment: 'None' },
      }
      const before = (await open.get('/orders/count')).json
      const { status } = await open.send('DELETE', '/orders', { data: { attributes } })
      expect([status, (await open.get('/orders/count')).json]).toEqual([204, before])
      const both = await open.get(`/orders/count?segment=None&${parameters(paid)}`)
      expect([both.status, readError(both).detail]).toEqual([
        400,
        "'segment' names a segment written in SQL: 'segmentQuery' cannot be another one.",
      ])
    })

    it('does not show its query to members when it fails', async () => {
      const wrong = { name: 'Wrong', query: 'select id from nope', connectionName: 'main' }
      open.service.setLiveQueries(1, 'orders', [wrong])
      const failed = await open.get('/orders/count?segment=Wrong')
      expect(readError(failed).detail).toMatch(/^The query failed: .*nope/)
      open.service.setUser(ada)
      const hidden = await open.get('/orders/count?segment=Wrong')
      expect([hidden.status, readError(hidden).detail]).toEqual([
        422,
        "The query of the segment 'Wrong' does not work. Ask an editor to correct it.",
      ])
    })

    it.each([
      ['delete from orders returning id', /must begin with SELECT/],
      ['select id from orders; delete from orders', /one statement/],
      ['select status from orders', /must return the column 'id'. It returned: status/],
      ['select id from nope', /^The query failed: .*nope/],
      ["select 'x' as id", /returned no key: "x" is not a Number/],
    ])('is refused when it is wrong: %s', async (query, detail) => {
      const answer = await count(query)
      expect(answer.status).toBe(422)
      expect(readError(answer).detail).toMatch(detail)
    })

    it('needs a connection', async () => {
      const answer = await open.get(`/orders/count?segmentQuery=${encodeURIComponent(paid)}`)
      expect(answer.status).toBe(422)
    })
  })
})
