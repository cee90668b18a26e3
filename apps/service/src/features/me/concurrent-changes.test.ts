import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Answer, ask } from '../../testing/ask.js'
import { type GrantProject, type GrantWorld, startGrantWorld } from '../../testing/grant-world.js'
import { isAnybodyWaiting } from '../../testing/is-anybody-waiting.js'
import type { SeededUser } from '../../testing/seed.js'
import { until } from '../../testing/until.js'
import { endAccess } from './end-access.js'
import { setPassword } from './set-password.js'

const postgresUrl = inject('postgresUrl')

// The embedded database has one connection, on which nothing happens at the same time.
describe.skipIf(!postgresUrl)('a password changes while a request is under way', () => {
  let world: GrantWorld
  let project: GrantProject
  let person: SeededUser
  let session: Record<string, string>

  beforeAll(async () => {
    world = await startGrantWorld(postgresUrl)
    project = await world.project()
    person = await world.seed.member(project, 'user')
    session = await world.seed.session(person.id)
  })
  afterAll(() => world?.stop())

  /** What a request begun inside of a transaction leads to, when it goes on once the request waits. */
  const during = async <T>(
    first: (transaction: Parameters<typeof endAccess>[0]) => Promise<unknown>,
    request: () => Promise<T>,
    last: (transaction: Parameters<typeof endAccess>[0]) => Promise<unknown> = async () => {},
  ): Promise<T> => {
    let answer: Promise<T> | undefined
    await world.db.transaction().execute(async transaction => {
      await first(transaction)
      let isAnswered = false
      answer = request().finally(() => {
        isAnswered = true
      })
      await until(async () => isAnswered || (await isAnybodyWaiting(world.db)))
      await last(transaction)
    })
    return answer!
  }

  const outlasting: readonly (readonly [string, string, () => Promise<Answer>])[] = [
    [
      'a personal token',
      'personal_tokens',
      () =>
        ask(world.service.url, 'POST', '/api/me/tokens', {
          headers: session,
          body: { name: 'Late' },
        }),
    ],
    [
      'a code for a program',
      'oauth_codes',
      async () => {
        const { parameters } = world.requestFor(project, await world.program())
        return world.consent(parameters, session)
      },
    ],
  ]

  it.each(outlasting)('%s is not made in a session that it ends', async (_, table, request) => {
    session = await world.seed.session(person.id)
    const { status } = await during(
      transaction => setPassword(transaction, person, 'a new hash'),
      request,
    )
    expect(status).toBe(401)
    const { rows } =
      await sql`select from ${sql.table(table)} where user_id = ${person.id}`.execute(world.db)
    expect(rows).toEqual([])
  })

  it('a code that is exchanged waits for it, and then is worth nothing', async () => {
    const exchange = await world.codeFor(project, { userId: person.id })
    const { status, body } = await during(
      transaction =>
        transaction
          .updateTable('users')
          .set({ password_hash: 'another hash' })
          .where('id', '=', person.id)
          .execute(),
      () => world.token(project, exchange),
      transaction => endAccess(transaction, person),
    )
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
  })
})
