import { describeCodeStore } from '@service/authorization/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import { onEachStoreInLongRuns } from '../testing/on-each-store.js'
import { createSeed } from '../testing/seed.js'
import { startTestService, type TestService } from '../testing/start-test-service.js'
import { openCodeTable } from './code-table.js'

onEachStoreInLongRuns('codes', url => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService(url)
  }, 60_000)
  afterAll(() => service?.stop())

  const open = async () => {
    const { store } = service.deps
    const { db } = store
    const { admin, environment } = await createSeed(store).project()
    const { id } = await db
      .selectFrom('renderings')
      .select('id')
      .where('environment_id', '=', environment.id)
      .executeTakeFirstOrThrow()
    const person = { user_id: admin.id, rendering_id: id, method: 'password' as const }
    return { db, environment, person: { ...person, sso_project_id: null } }
  }

  describeCodeStore('of programs', async () => {
    const { db, environment, person } = await open()
    await db
      .insertInto('oauth_clients')
      .values({ client_id: 'program_1', redirect_uris: ['https://program.example/callback'] })
      .execute()
    const redirectUri = 'https://program.example/callback'
    return {
      clientId: 'program_1',
      data: { ...person, environment_id: environment.id, scopes: ['mcp:read'], resource: null },
      use: run =>
        db.transaction().execute(transaction => {
          const codes = openCodeTable(transaction, 'oauth_codes')
          return run({
            ...codes,
            issue: (binding, data) => codes.issue({ ...binding, redirectUri }, data),
          })
        }),
      expireAll: async () => {
        await db
          .updateTable('oauth_codes')
          .set({ expires_at: sql<string>`clock_timestamp()` })
          .execute()
      },
    }
  })

  describeCodeStore('of the panel', async () => {
    const { db, environment, person } = await open()
    const { user_id, rendering_id } = person
    return {
      clientId: 'panel',
      data: { user_id, rendering_id, environment_id: environment.id, session_id: 'a session' },
      use: run =>
        db.transaction().execute(transaction => run(openCodeTable(transaction, 'agent_codes'))),
      expireAll: async () => {
        await db
          .updateTable('agent_codes')
          .set({ expires_at: sql<string>`clock_timestamp()` })
          .execute()
      },
    }
  })

  describeCodeStore('of agents', async () => {
    const { db, environment, person } = await open()
    const redirect_uri = 'https://agent.example/callback'
    await db
      .insertInto('sign_in_clients')
      .values({
        client_id: 'agent_1',
        environment_id: environment.id,
        redirect_uri,
        is_pkce_required: true,
      })
      .execute()
    const signedInAt = '2026-01-01T00:00:00.000000Z'
    return {
      clientId: 'agent_1',
      data: { ...person, scope: 'openid', nonce: 'a nonce', signed_in_at: signedInAt },
      use: run =>
        db.transaction().execute(transaction => run(openCodeTable(transaction, 'sign_in_codes'))),
      expireAll: async () => {
        await db
          .updateTable('sign_in_codes')
          .set({ expires_at: sql<string>`clock_timestamp()` })
          .execute()
      },
    }
  })
})
