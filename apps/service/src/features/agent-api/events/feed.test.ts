import { createRandom } from '@service/datasource-toolkit/testing'
import { fuzzSeed } from '@service/test-support'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createSeed, type SeededProject } from '../../../testing/seed.js'
import { startTestService, type TestService } from '../../../testing/start-test-service.js'

const postgresUrl = inject('postgresUrl')
const WRITERS = 8
const ROUNDS = 25

describe.skipIf(!postgresUrl)('the feed of an environment', () => {
  let service: TestService
  let project: SeededProject
  let staging: number

  beforeAll(async () => {
    service = await startTestService(postgresUrl)
    project = await createSeed(service.deps.store).project()
    const { id } = await service.deps.store.db
      .insertInto('environments')
      .values({ project_id: project.id, name: 'Staging', kind: 'staging' })
      .returning('id')
      .executeTakeFirstOrThrow()
    staging = id
  })
  afterAll(() => service?.stop())

  const numbers = async (environmentId: number) => {
    const { db } = service.deps.store
    const rows = await db
      .selectFrom('agent_events')
      .select('seq')
      .where('environment_id', '=', environmentId)
      .orderBy('seq')
      .execute()
    return rows.map(row => row.seq)
  }

  it(`has no gap at any moment while many write, and nobody waits for ever (seed ${fuzzSeed})`, async () => {
    const { db } = service.deps.store
    const environments = [project.environment.id, staging]
    let isWriting = true
    // A row of each kind for each writer: they meet in the feeds alone.
    const makeChanges = async (writer: number) => {
      const name = `writer ${writer}`
      const user = await createSeed(service.deps.store).member(project, 'user')
      const rows = await Promise.all(
        (['roles', 'teams'] as const).map(table =>
          db
            .insertInto(table)
            .values({ project_id: project.id, name })
            .returning('id')
            .executeTakeFirstOrThrow(),
        ),
      )
      return [
        (value: string) => sql`update users set first_name = ${value} where id = ${user.id}`,
        (value: string) => sql`update roles set name = ${value} where id = ${rows[0]?.id}`,
        (value: string) => sql`update teams set name = ${value} where id = ${rows[1]?.id}`,
        ...scopes,
      ]
    }
    const scopes = environments.map(
      id => (value: string) =>
        sql`
          insert into scopes (environment_id, team_id, collection_name, condition)
          values (${id}, ${project.team.id}, ${value}, '{}')`,
    )
    const write = async (writer: number) => {
      const random = createRandom(fuzzSeed + writer)
      const changes = await makeChanges(writer)
      for (let round = 0; round < ROUNDS; round++) {
        const chosen = [random.pick(changes), random.pick(changes)]
        await db.transaction().execute(async transaction => {
          for (const [index, change] of chosen.entries()) {
            await change(`${writer} ${round} ${index}`).execute(transaction)
          }
        })
      }
    }
    const watch = async () => {
      while (isWriting) {
        for (const id of environments) {
          const seen = await numbers(id)
          expect(seen).toEqual(seen.map((_, index) => index + 1))
        }
      }
    }
    const watching = watch()
    const results = await Promise.allSettled(
      Array.from({ length: WRITERS }, (_, one) => write(one)),
    )
    isWriting = false
    await watching
    expect(results.filter(result => result.status === 'rejected')).toEqual([])
    for (const id of environments) {
      const { last_seq } = await db
        .selectFrom('agent_feeds')
        .select('last_seq')
        .where('environment_id', '=', id)
        .executeTakeFirstOrThrow()
      expect((await numbers(id)).length).toBe(last_seq)
      expect(last_seq).toBeGreaterThan(WRITERS * ROUNDS)
    }
  })
})
