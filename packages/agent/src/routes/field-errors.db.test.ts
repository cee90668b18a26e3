import { createSqlDataSource } from '@service/datasource-sql'
import { createMariaDbDatabase, createPostgresDatabase } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type OpenAgent, openAgent, readError } from '../testing/open-agent.js'

const name = `agent_field_errors_${process.pid}`
const servers = [
  ['PostgreSQL', inject('postgresUrl'), createPostgresDatabase],
  ['MariaDB', inject('mariadbUrl'), createMariaDbDatabase],
] as const

const statements = [
  `create table teams (id integer primary key, code varchar(5) not null, size integer,
    constraint teams_code_key unique (code), constraint teams_size check (size > 0))`,
  `create table people (id integer primary key, email varchar(20) unique, nick varchar(20) unique,
    team_id integer not null, constraint people_team foreign key (team_id) references teams (id))`,
  "insert into teams values (1, 'red', 1), (2, 'blue', 1)",
  "insert into people values (1, 'a@x', 'a', 1), (2, 'b@x', 'b', 1)",
]

describe.each(servers)('data.fields on %s', (_name, serverUrl, createDatabase) => {
  let open: OpenAgent
  let drop: () => Promise<unknown>
  beforeAll(async () => {
    if (!serverUrl) return
    const created = await createDatabase(serverUrl, name, statements)
    drop = created.drop
    open = await openAgent(createSqlDataSource(created.url), {
      logger: () => {},
      // Code can write what the rules of the agent would refuse before the database does.
      customize: agent =>
        agent.customizeCollection('teams', teams =>
          teams.addHook('Before', 'Update', ({ patch }) => {
            if (patch.size === 77) patch.code = 'far too long'
          }),
        ),
    })
  })
  afterAll(async () => {
    await open?.close()
    await drop?.()
  })

  it.skipIf(!serverUrl).each([
    ['POST', '/teams', { id: 3, code: 'red' }, 'unique_violation', ['code']],
    ['PUT', '/teams/2', { code: 'red' }, 'unique_violation', ['code']],
    ['POST', '/teams', { id: 1, code: 'new' }, 'unique_violation', ['id']],
    ['PUT', '/people/2', { email: 'a@x', nick: 'c' }, 'unique_violation', ['email']],
    ['PUT', '/people/2', { team_id: 99 }, 'foreign_key_violation', ['team_id']],
    ['POST', '/people', { id: 9, team_id: 99 }, 'foreign_key_violation', ['team_id']],
    ['POST', '/people', { id: 9, email: 'z' }, undefined, ['team_id']],
    ['PUT', '/teams/2', { size: 77 }, undefined, ['code']],
    ['PUT', '/teams/2', { size: 0 }, 'check_violation', undefined],
  ])('%s %s %o', async (method, path, attributes, code, names) => {
    const answer = await open.send(method, path, { data: { attributes } })
    expect(answer.status, answer.text).toBe(400)
    const error = readError(answer)
    if (code) expect(error.code).toBe(code)
    const { fields } = (error.data ?? {}) as { fields?: object }
    const expected = names?.map(each => [each, [expect.any(String)]])
    expect(fields).toEqual(expected && Object.fromEntries(expected))
  })
})
