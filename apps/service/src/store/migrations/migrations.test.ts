import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createSeed } from '../../testing/seed.js'
import { migrate, migrateInTransaction } from '../migrate.js'
import { openStore, SCHEMA } from '../open-store.js'

it('a store of the first version gets a rendering for every pair, and tells agents from then on', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'service-migration-'))
  const settings = { dataDir, poolSize: 1, statementTimeout: 0, databaseWait: 0 }
  const store = await openStore(settings)
  const { db } = store
  try {
    await sql.raw(`create schema ${SCHEMA}`).execute(db)
    await db.connection().execute(connection => migrateInTransaction(connection, '001-tables'))
    const seed = createSeed(store)
    const [one, two] = [await seed.project('One'), await seed.project('Two')]
    await sql`update teams set deleted_at = clock_timestamp() where id = ${two.team.id}`.execute(db)

    expect((await migrate(store))[0]).toBe('002-agents')
    const renderings = () =>
      db.selectFrom('renderings').select(['environment_id', 'team_id']).execute()
    const first = { environment_id: one.environment.id, team_id: one.team.id }
    expect(await renderings()).toEqual([first])

    const { id: team_id } = await db
      .insertInto('teams')
      .values({ project_id: two.id, name: 'New' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await renderings()).toEqual([first, { environment_id: two.environment.id, team_id }])
    const events = await db.selectFrom('agent_events').select(['environment_id', 'kind']).execute()
    expect(events).toEqual([
      { environment_id: two.environment.id, kind: 'refresh-renderings' },
      { environment_id: two.environment.id, kind: 'refresh-users' },
    ])
  } finally {
    await store.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
