import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startTestService, type TestService } from '../testing/start-test-service.js'

const url = inject('postgresUrl')

describe.skipIf(!url)('connections to PostgreSQL', () => {
  let service: TestService

  beforeAll(async () => {
    service = await startTestService(url, { statementTimeout: 12_345 })
  })
  afterAll(() => service?.stop())

  it('find the tables of the service, end long statements, and compile none', async () => {
    const names = ['search_path', 'TimeZone', 'jit', 'statement_timeout']
    const { rows } = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings where name in (${sql.join(names)})`.execute(
      service.deps.store.db,
    )
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      search_path: 'service',
      TimeZone: 'UTC',
      jit: 'off',
      statement_timeout: '12345',
    })
  })
})
