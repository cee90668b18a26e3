import { createSqlDataSource } from '@service/datasource-sql'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type OpenAgent, openAgent, readError } from '../testing/open-agent.js'

interface ValueChart {
  readonly data: { readonly attributes: { readonly value: { readonly countCurrent: number } } }
}

const servers = [
  {
    name: 'postgres',
    url: inject('postgresUrl'),
    sleep: 'pg_sleep(30)',
    connection: 'select pg_backend_pid() as value',
    running: `select count(*) as value from pg_stat_activity
      where state = 'active' and query like '%pg' || '_sleep(30)%'`,
  },
  {
    name: 'mariadb',
    url: inject('mariadbUrl'),
    sleep: 'sleep(30)',
    connection: 'select connection_id() as value',
    running: `select count(*) as value from information_schema.processlist
      where command = 'Query' and info like concat('%sle', 'ep(30)%')`,
  },
]

for (const { name, url, sleep, connection, running } of servers) {
  describe.skipIf(!url)(`a native query on ${name}`, () => {
    let open: OpenAgent

    beforeAll(async () => {
      const options = { liveQueryConnections: 'main', liveQueryTimeoutMs: 1_500, pool: { max: 1 } }
      open = await openAgent(createSqlDataSource(url ?? '', options), { logger: () => {} })
      open.service.setUser({ id: 7, email: 'ada@example.com', roleId: 1, permissionLevel: 'admin' })
    })
    afterAll(() => open?.close())

    const run = (query: string, contextVariables?: object) =>
      open.send('POST', '/_internal/native_query', {
        type: 'Value',
        connectionName: 'main',
        query,
        contextVariables,
      })

    const readNumber = async (query: string) => {
      const { json } = await run(query)
      return (json as ValueChart).data.attributes.value.countCurrent
    }

    it('is ended when it takes too long, and leaves its connection usable', async () => {
      const before = await readNumber(connection)
      const answer = await run(`select count(*) as value from (select ${sleep} as s) as t`)
      expect(answer.status).toBe(504)
      expect(readError(answer).name).toBe('TimeoutError')
      expect(await readNumber(connection)).toBe(before)
      expect(await readNumber(running)).toBe(0)
    })

    it('binds what clients send', async () => {
      const text = "'; select 1; --"
      const answer = await run('select char_length({{text}}) as value', { text })
      expect(answer.json).toMatchObject({
        data: { attributes: { value: { countCurrent: text.length } } },
      })
    })
  })
}
