import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPostgresDatabase } from '@service/test-support'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { activityLogEntry } from '../../features/activity-logs/activity-log-entry.js'
import { activityLogListing } from '../../features/activity-logs/activity-log-listing.js'
import { writeActivityLogs } from '../../features/activity-logs/write-activity-logs.js'
import { readList } from '../../http/listing/read-list.js'
import { chainHash } from '../../logs/chain-hash.js'
import { verifyLogs } from '../../logs/verify-logs.js'
import { randomHex } from '../../secrets/token-format.js'
import { copyEmbeddedDatabase } from '../../testing/copy-embedded-database.js'
import { onEachStoreInLongRuns } from '../../testing/on-each-store.js'
import { createSeed } from '../../testing/seed.js'
import { migrate, migrateInTransaction } from '../migrate.js'
import { openStore, SCHEMA, type Store } from '../open-store.js'

/** Runs the steps up to `last` on an empty store. */
async function withStoreMigratedTo(
  last: string,
  postgresUrl: string | undefined,
  check: (store: Store) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'service-migration-'))
  const database =
    postgresUrl && (await createPostgresDatabase(postgresUrl, `migration_${randomHex(12)}`))
  if (!database) copyEmbeddedDatabase('empty', dataDir)
  const databaseUrl = database ? database.url : undefined
  const settings = { dataDir, databaseUrl, poolSize: 1, statementTimeout: 0, databaseWait: 0 }
  const store = await openStore(settings)
  try {
    await sql.raw(`create schema ${SCHEMA}`).execute(store.db)
    await store.db.connection().execute(connection => migrateInTransaction(connection, last))
    await check(store)
  } finally {
    await store.close()
    if (database) await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

onEachStoreInLongRuns('an upgrade', postgresUrl => {
  it('a store of the first version gets a rendering for every pair, and tells agents from then on', async () => {
    await withStoreMigratedTo('001-tables', postgresUrl, async store => {
      const { db } = store
      const seed = createSeed(store)
      const [one, two] = [await seed.project('One'), await seed.project('Two')]
      await sql`update teams set deleted_at = clock_timestamp() where id = ${two.team.id}`.execute(
        db,
      )

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
      const events = await db
        .selectFrom('agent_events')
        .select(['environment_id', 'kind'])
        .execute()
      expect(events).toEqual([
        { environment_id: two.environment.id, kind: 'refresh-renderings' },
        { environment_id: two.environment.id, kind: 'refresh-users' },
      ])
    })
  })

  it('activity logs of a store without times of their own stay as they were written, and go on', async () => {
    await withStoreMigratedTo('005-jobs', postgresUrl, async store => {
      const { db } = store
      const project = await createSeed(store).project()
      const target = { id: project.environment.id, projectId: project.id }
      let last_hash: Buffer = Buffer.alloc(0)
      for (const seq of [1, 2]) {
        const row = {
          environment_id: target.id,
          created_at: `2026-02-0${seq}T00:00:00.000000Z`,
          seq,
          type: 'read' as const,
          action: 'index',
          label: null,
          record_ids: null,
          user_id: project.admin.id,
          username: 'ada',
          user_email: 'ada@example.com',
          team_name: 'Operations',
          collection_name: null,
          inbox_name: null,
          workflow: null,
        }
        // As that version hashed it: there was no such column.
        last_hash = chainHash(
          last_hash,
          activityLogEntry({
            ...row,
            occurred_at: null,
            correlation_key: null,
            viewed_as_role: null,
          }),
        )
        await db
          .insertInto('activity_logs')
          .values({ ...row, hash: last_hash })
          .execute()
      }
      await db
        .insertInto('streams')
        .values({
          owner_id: target.id,
          kind: 'activity_logs',
          last_seq: 2,
          last_at: '2026-02-02T00:00:00.000000Z',
          last_hash,
        })
        .execute()

      expect((await migrate(store))[0]).toBe('006-occurred-at')
      const occurredAt = '2026-02-01T08:30:00.123000Z'
      await db
        .transaction()
        .execute(transaction =>
          writeActivityLogs(transaction, target, [
            { type: 'read', action: 'index', userId: project.admin.id, occurredAt },
          ]),
        )
      const [report] = await verifyLogs(db)
      expect(report).toMatchObject({ rows: 3, lastSeq: 3 })
      expect(report).not.toHaveProperty('problem')
      const owner = { id: target.id, name: project.environment.name }
      const { data } = await readList(db, activityLogListing, owner, { order: 'asc' })
      expect(data.map(entry => entry.occurredAt)).toEqual([
        '2026-02-01T00:00:00.000000Z',
        '2026-02-02T00:00:00.000000Z',
        occurredAt,
      ])
    })
  })

  it('environments for development enforce rights after the upgrade, and their agents are told', async () => {
    await withStoreMigratedTo('007-refresh-retries', postgresUrl, async store => {
      const { db } = store
      const project = await createSeed(store).project()
      const { id: development } = await db
        .insertInto('environments')
        .values({ project_id: project.id, name: 'Development', kind: 'development' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const before = await db.selectFrom('agent_events').select('environment_id').execute()
      expect((await migrate(store))[0]).toBe('008-environment-rights')
      expect(
        await db
          .selectFrom('environments')
          .select(['name', 'rights', 'owner_id'])
          .orderBy('id')
          .execute(),
      ).toEqual([
        { name: 'Production', rights: 'enforced', owner_id: null },
        { name: 'Development', rights: 'enforced', owner_id: null },
      ])
      const events = await db
        .selectFrom('agent_events')
        .select(['environment_id', 'kind'])
        .execute()
      expect(events.slice(before.length)).toEqual([
        { environment_id: development, kind: 'refresh-roles' },
      ])
    })
  })

  it('accounts made with a link or by a provider are unverified in their project; others are verified', async () => {
    await withStoreMigratedTo('007-refresh-retries', postgresUrl, async store => {
      const { db } = store
      const seed = createSeed(store)
      const project = await seed.project()
      const people = {
        byLink: await seed.user(),
        byCommand: await seed.user(),
        byProvider: await seed.user(),
        owner: await seed.user({ isOwner: true }),
      }
      const ids = (...of: { id: number }[]) => of.map(({ id }) => id)
      await sql`update users set password_hash = 'x'
        where id in (${sql.join(ids(people.byLink, people.byCommand, people.owner))})`.execute(db)
      const accepted = { [people.byLink.email]: '1 second', [people.byCommand.email]: '2 days' }
      for (const [email, after] of Object.entries(accepted)) {
        await sql`insert into invitations
            (project_id, email, permission_level, role_id, team_ids, token_hash, invited_by, expires_at, accepted_at)
          select ${project.id}, ${email}, 'user', ${project.role.id}, '{}', sha256(email::bytea),
            ${project.admin.id}, created_at, created_at + ${after}::interval
          from users where email = ${email}`.execute(db)
      }
      await db
        .insertInto('sso_identities')
        .values({
          issuer: 'https://provider.example',
          subject: 's',
          project_id: project.id,
          user_id: people.byProvider.id,
        })
        .execute()

      await migrate(store)
      const rows = await db
        .selectFrom('users')
        .select('id')
        .where('unverified_in_project_id', '=', project.id)
        .orderBy('id')
        .execute()
      expect(rows.map(({ id }) => id)).toEqual(ids(people.byLink, people.byProvider))
    })
  })

  it('layouts of a store without their history are its first versions', async () => {
    await withStoreMigratedTo('015-approval-filters', postgresUrl, async store => {
      const { db } = store
      const { environment, team, admin } = await createSeed(store).project()
      const place = { environment_id: environment.id, team_id: team.id }
      const layout = {
        version: 1,
        navigation: { groups: [], hidden: [] },
        collections: {},
      } as const
      const { updated_at } = await db
        .insertInto('layouts')
        .values({ ...place, layout: JSON.stringify(layout), updated_by: admin.id })
        .returning('updated_at')
        .executeTakeFirstOrThrow()

      expect(await migrate(store)).toContain('016-layout-versions')
      expect(await db.selectFrom('layout_versions').selectAll().execute()).toEqual([
        {
          ...place,
          version: 1,
          layout,
          patch: [{ op: 'replace', path: '', value: layout }],
          created_at: updated_at,
          created_by: admin.id,
        },
      ])
    })
  })
})
