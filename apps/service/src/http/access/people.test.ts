import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { personalToken } from '../../testing/access-callers.js'
import { type AccessWorld, bearer, PAST, startAccessWorld } from '../../testing/access-world.js'
import type { SeededProject, SeededUser } from '../../testing/seed.js'
import { until } from '../../testing/until.js'
import type { Access } from '../route.js'
import type { Person } from './callers.js'
import { CSRF_HEADER } from './find-person.js'
import { checkProgramScope, findRendering } from './find-rendering.js'
import { lockSession } from './lock-session.js'

type Headers = Record<string, string>

const person: Access = { kind: 'person' }
const withAgents: Access = { kind: 'person', accessTokens: true }
const NOBODY = '401 unauthorized'

let world: AccessWorld
let project: SeededProject
let ada: SeededUser

beforeAll(async () => {
  world = await startAccessWorld(inject('postgresUrl'))
})
afterAll(() => world?.stop())
beforeEach(async () => {
  project = await world.seed.project()
  ada = project.admin
})

const disable = (id: number) =>
  world.db.updateTable('users').set({ disabled_at: PAST }).where('id', '=', id).execute()
const sessionId = (headers: Headers) => /=(\w+)\./.exec(headers.cookie ?? '')?.[1] ?? ''

describe('a session', () => {
  it('tells who somebody is, and how they signed in', async () => {
    const headers = await world.seed.session(ada.id)
    const { caller } = await world.enter(person, { headers })
    expect(caller).toEqual({
      person: {
        id: ada.id,
        email: ada.email,
        username: ada.username,
        firstName: 'Test',
        lastName: 'User',
        isOwner: false,
        isUnverified: false,
        credential: {
          kind: 'session',
          publicId: sessionId(headers),
          method: 'password',
          ssoProjectId: null,
          signedInAt: expect.anything(),
          hasTwoFactors: false,
        },
      },
    })
    const bySso = await world.seed.session(ada.id, { ssoProjectId: project.id })
    expect((await world.enter(person, { headers: bySso })).caller.person?.credential).toMatchObject(
      { method: 'sso', ssoProjectId: project.id },
    )
  })

  it('tells that nobody proved the address to be theirs', async () => {
    await world.db
      .updateTable('users')
      .set({ unverified_in_project_id: project.id })
      .where('id', '=', ada.id)
      .execute()
    const headers = await world.seed.session(ada.id)
    expect((await world.enter(person, { headers })).caller.person?.isUnverified).toBe(true)
  })

  it('is needed, whole, and of this person', async () => {
    const headers = await world.seed.session(ada.id)
    const other = await world.seed.session((await world.seed.user()).id)
    const cookie = headers.cookie ?? ''
    const secretOfOther = other.cookie?.split('.')[1]
    const wrongs: Headers[] = [
      {},
      { cookie: 'service_session=' },
      { cookie: `service_session=${sessionId(headers)}` },
      { cookie: `service_session=${sessionId(headers)}.${secretOfOther}` },
      { cookie: cookie.replace('=', '=-') },
      { cookie: `service_session=${'a'.repeat(65)}.b` },
      { cookie: 'service_session=a\0.b' },
      { cookie: 'service_session=\0a.b' },
    ]
    for (const wrong of wrongs) {
      expect(await world.outcome(person, { headers: wrong })).toBe(NOBODY)
    }
    expect(await world.outcome(person, { headers })).toBe('in')
  })

  it('ends at its time, and with the account', async () => {
    const ended = await world.seed.session(ada.id)
    await world.db
      .updateTable('sessions')
      .set({ expires_at: PAST })
      .where('public_id', '=', sessionId(ended))
      .execute()
    expect(await world.outcome(person, { headers: ended })).toBe(NOBODY)
    const headers = await world.seed.session(ada.id)
    await disable(ada.id)
    expect(await world.outcome(person, { headers })).toBe(NOBODY)
  })

  it('changes nothing without its CSRF token, and is read without', async () => {
    const headers = await world.seed.session(ada.id)
    const other = await world.seed.session(ada.id)
    const { [CSRF_HEADER]: _, ...without } = headers
    const swapped = { ...headers, [CSRF_HEADER]: other[CSRF_HEADER] ?? '' }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect(await world.outcome(person, { headers, method })).toBe('in')
      for (const wrong of [without, swapped]) {
        expect(await world.outcome(person, { headers: wrong, method })).toBe(
          '403 csrf_token_required',
        )
      }
    }
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      expect(await world.outcome(person, { headers: without, method })).toBe('in')
    }
  })

  it.each<[Headers, string | undefined, string]>([
    [{}, undefined, 'in'],
    [{ 'sec-fetch-site': 'same-origin' }, undefined, 'in'],
    [{ 'sec-fetch-site': 'cross-site' }, undefined, '403 cross_site'],
    [{ origin: 'https://here.example', host: 'here.example' }, undefined, 'in'],
    [{ origin: 'https://here.example', host: 'HERE.example' }, undefined, 'in'],
    [{ origin: 'https://here.example' }, undefined, '403 cross_site'],
    [{ origin: 'https://evil.example', host: 'here.example' }, undefined, '403 cross_site'],
    [{ origin: 'null', host: 'here.example' }, undefined, '403 cross_site'],
    [{ origin: 'https://here.example' }, 'https://here.example/base', 'in'],
    [{ origin: 'http://here.example' }, 'https://here.example', '403 cross_site'],
    [
      { origin: 'https://here.example', 'sec-fetch-site': 'cross-site' },
      'https://here.example',
      '403 cross_site',
    ],
  ])('changes nothing from pages of other sites: %j at %s', async (more, publicUrl, expected) => {
    const headers = { ...(await world.seed.session(ada.id, { publicUrl })), ...more }
    expect(await world.outcome(person, { headers, method: 'POST' }, { publicUrl })).toBe(expected)
  })

  it('notes that it was used, at most once a minute', async () => {
    const headers = await world.seed.session(ada.id)
    const id = sessionId(headers)
    const seen = async () => {
      const query = world.db.selectFrom('sessions').select('last_seen_at')
      return (await query.where('public_id', '=', id).executeTakeFirstOrThrow()).last_seen_at
    }
    const set = (last_seen_at: string) =>
      world.db.updateTable('sessions').set({ last_seen_at }).where('public_id', '=', id).execute()
    const other = await world.seed.session(ada.id)
    const recently = await seen()
    await world.enter(person, { headers })
    await set(PAST)
    await world.enter(person, { headers: other })
    expect(await seen()).toBe(PAST)
    await world.enter(person, { headers })
    await until(async () => (await seen()) !== PAST)
    expect(recently <= (await seen())).toBe(true)
  })
})

describe('what outlives a session', () => {
  it('is made while it lasts', async () => {
    const id = sessionId(await world.seed.session(ada.id))
    const other = sessionId(await world.seed.session(ada.id))
    const hold = (publicId: string) =>
      world.db.transaction().execute(transaction => lockSession(transaction, publicId))
    await hold(id)
    await world.db.deleteFrom('sessions').where('public_id', '=', id).execute()
    await expect(hold(id)).rejects.toMatchObject({ status: 401, code: 'unauthorized' })
    await hold(other)
  })
})

describe('a personal token', () => {
  it('tells who somebody is, and needs no CSRF token', async () => {
    const headers = await personalToken(world.deps.store, ada.id)
    const { caller } = await world.enter(person, { headers, method: 'POST' })
    expect(caller.person).toMatchObject({
      id: ada.id,
      credential: { kind: 'personalToken', id: expect.any(Number) },
    })
  })

  it('is needed, whole, and of this person; it goes before a session', async () => {
    const headers = await personalToken(world.deps.store, ada.id)
    const session = await world.seed.session(ada.id)
    for (const authorization of [
      `${headers.authorization}x`,
      'Bearer svcp_unknown',
      'Bearer ',
      'Basic YTpi',
      `x${headers.authorization}`,
      `${headers.authorization} more`,
    ]) {
      expect(await world.outcome(person, { headers: { ...session, authorization } })).toBe(NOBODY)
    }
    const scheme = headers.authorization?.replace('Bearer', 'bearer ')
    expect(await world.outcome(person, { headers: { authorization: `${scheme} ` } })).toBe('in')
  })

  it('is compared with what is stored, beyond its public part', async () => {
    const { authorization = '' } = await personalToken(world.deps.store, ada.id)
    await world.db
      .updateTable('personal_tokens')
      .set({ token_hash: Buffer.alloc(32) })
      .where('user_id', '=', ada.id)
      .execute()
    expect(await world.outcome(person, { headers: { authorization } })).toBe(NOBODY)
  })

  it.each([
    [{ revoked_at: PAST }, NOBODY],
    [{ expires_at: PAST }, NOBODY],
    [{ expires_at: '2100-01-01T00:00:00.000000Z' }, 'in'],
  ])('that has %j is: %s', async (ended, expected) => {
    const headers = await personalToken(world.deps.store, ada.id, ended)
    expect(await world.outcome(person, { headers })).toBe(expected)
  })

  it('ends with the account', async () => {
    const headers = await personalToken(world.deps.store, ada.id)
    await disable(ada.id)
    expect(await world.outcome(person, { headers })).toBe(NOBODY)
  })

  it('notes that it was used, and no other', async () => {
    const headers = await personalToken(world.deps.store, ada.id)
    await personalToken(world.deps.store, ada.id)
    const uses = async () => {
      const query = world.db.selectFrom('personal_tokens').select('last_used_at')
      return (await query.where('user_id', '=', ada.id).orderBy('id').execute()).map(
        row => row.last_used_at,
      )
    }
    await world.enter(person, { headers })
    await until(async () => (await uses())[0] !== null)
    const first = await uses()
    expect(first[1]).toBeNull()
    await world.enter(person, { headers })
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(await uses()).toEqual(first)
  })
})

describe('the token of a sign-in through an agent', () => {
  it('counts where routes take it, for one rendering', async () => {
    const { token, renderingId } = await world.agentToken(project, ada.id)
    expect(await world.outcome(person, { headers: bearer(token) })).toBe(NOBODY)
    const { caller } = await world.enter(withAgents, { headers: bearer(token) })
    expect(caller.person).toMatchObject({
      id: ada.id,
      email: ada.email,
      credential: {
        kind: 'accessToken',
        environmentId: project.environment.id,
        renderingId,
        method: 'password',
        ssoProjectId: null,
      },
    })
    expect(caller.person?.credential).not.toHaveProperty('scopes')
  })

  it('does not keep personal tokens from where routes take both', async () => {
    const headers = await personalToken(world.deps.store, ada.id)
    expect(await world.outcome(withAgents, { headers })).toBe('in')
  })

  it.each([
    ['revoked_at', PAST],
    ['expires_at', PAST],
    ['token_hash', Buffer.alloc(32)],
  ])('counts no more by its %s', async (column, value) => {
    const { token, publicId } = await world.agentToken(project, ada.id)
    expect(await world.outcome(withAgents, { headers: bearer(token) })).toBe('in')
    await world.db
      .updateTable('access_tokens')
      .set({ [column]: value })
      .where('public_id', '=', publicId)
      .execute()
    expect(await world.outcome(withAgents, { headers: bearer(token) })).toBe(NOBODY)
  })

  it('ends with the account, and is none of ours when it is not', async () => {
    const { token } = await world.agentToken(project, ada.id)
    await disable(ada.id)
    for (const text of [token, 'svca_unknown', `${token}x`]) {
      expect(await world.outcome(withAgents, { headers: bearer(text) })).toBe(NOBODY)
    }
  })
})

describe('the token of a program', () => {
  it('counts where routes take it, with what the program was let do', async () => {
    const { token, renderingId } = await world.grant(project, ada.id)
    expect(await world.outcome(person, { headers: bearer(token) })).toBe(NOBODY)
    const { caller } = await world.enter(withAgents, { headers: bearer(token) })
    expect(caller.person).toMatchObject({
      id: ada.id,
      credential: {
        kind: 'accessToken',
        environmentId: project.environment.id,
        renderingId,
        method: 'password',
        ssoProjectId: null,
        scopes: ['mcp:read', 'mcp:write'],
      },
    })
    const { token: unscoped } = await world.grant(project, ada.id, { scope: undefined })
    const { caller: closed } = await world.enter(withAgents, { headers: bearer(unscoped) })
    expect(closed.person?.credential).toMatchObject({ scopes: [''] })
  })

  it.each([
    ['another environment', { aud: 'grant-access:1' }],
    ['another use', { aud: 'grant-refresh:1' }],
    ['an end that has come', { exp: 1 }],
    ['a grant that is none', { grant_id: '999999999' }],
  ])('counts nowhere with %s', async (_, claims) => {
    const { token } = await world.grant(project, ada.id, claims)
    expect(await world.outcome(withAgents, { headers: bearer(token) })).toBe(NOBODY)
  })

  it('ends with the grant and with the account', async () => {
    const first = await world.grant(project, ada.id)
    await world.db
      .updateTable('oauth_grants')
      .set({ ended_at: PAST })
      .where('id', '=', first.id)
      .execute()
    expect(await world.outcome(withAgents, { headers: bearer(first.token) })).toBe(NOBODY)
    const second = await world.grant(project, ada.id)
    expect(await world.outcome(withAgents, { headers: bearer(second.token) })).toBe('in')
    await disable(ada.id)
    expect(await world.outcome(withAgents, { headers: bearer(second.token) })).toBe(NOBODY)
  })

  it('that is text of three parts is none of ours', async () => {
    for (const text of ['a.b.c', 'a.b', 'a.b.c.d']) {
      expect(await world.outcome(withAgents, { headers: bearer(text) })).toBe(NOBODY)
    }
  })
})

describe('routes for sessions and for owners', () => {
  it('take sessions only', async () => {
    const session = await world.seed.session(ada.id)
    const token = await personalToken(world.deps.store, ada.id)
    const { caller } = await world.enter({ kind: 'session' }, { headers: session })
    expect(caller.person?.id).toBe(ada.id)
    expect(await world.outcome({ kind: 'session' }, { headers: token })).toBe(
      '403 session_required',
    )
  })

  it('take owners only, and not by the word of a project', async () => {
    const owner = await world.seed.user({ isOwner: true })
    const headers = await world.seed.session(owner.id)
    const bySso = await world.seed.session(owner.id, { ssoProjectId: project.id })
    const asMember = await world.seed.session(ada.id)
    const { caller } = await world.enter({ kind: 'owner' }, { headers })
    expect(caller.person).toMatchObject({ id: owner.id, isOwner: true })
    for (const refused of [bySso, asMember]) {
      expect(await world.outcome({ kind: 'owner' }, { headers: refused })).toBe(
        '403 owner_required',
      )
    }
    const token = await personalToken(world.deps.store, owner.id)
    expect(await world.outcome({ kind: 'owner' }, { headers: token })).toBe('in')
  })

  it('open to anyone ask nobody who they are', async () => {
    expect(await world.enter({ kind: 'open' }, {})).toEqual({ caller: {}, headers: {} })
  })
})

describe('a rendering', () => {
  const signedIn = async (headers: Headers): Promise<Person> =>
    (await world.enter(withAgents, { headers })).caller.person!
  const find = async (who: Person, renderingId: number) => {
    try {
      return await findRendering({ deps: world.deps, person: who }, renderingId)
    } catch (error) {
      const { status, code } = error as { status: number; code: string }
      return `${status} ${code}`
    }
  }

  it('is found for members, with its environment and its team', async () => {
    const { token, renderingId } = await world.agentToken(project, ada.id)
    for (const headers of [await world.seed.session(ada.id), bearer(token)]) {
      const who = await signedIn(headers)
      expect(await find(who, renderingId)).toMatchObject({
        person: who,
        project: { id: project.id },
        environment: { id: project.environment.id, name: 'Production' },
        member: { level: 'admin', roleId: project.role.id },
        teamId: project.team.id,
      })
    }
  })

  it('is not found for others, and not by the token of another', async () => {
    const other = await world.seed.project()
    const own = await world.agentToken(project, ada.id)
    const foreign = await world.agentToken(other, other.admin.id)
    const member = await signedIn(await world.seed.session(ada.id))
    expect(await find(member, foreign.renderingId)).toBe('404 not_found')
    expect(await find(member, 999_999_999)).toBe('404 not_found')
    expect(await find(await signedIn(bearer(own.token)), foreign.renderingId)).toBe(
      '403 other_rendering',
    )
  })

  it('is not found in an environment that was deleted', async () => {
    const { renderingId } = await world.agentToken(project, ada.id)
    const who = await signedIn(await world.seed.session(ada.id))
    await world.db
      .updateTable('environments')
      .set({ deleted_at: PAST })
      .where('id', '=', project.environment.id)
      .execute()
    expect(await find(who, renderingId)).toBe('404 not_found')
  })

  it('lets a program do what it was let do, and people everything', async () => {
    const program = await signedIn(bearer((await world.grant(project, ada.id)).token))
    const themselves = await signedIn(bearer((await world.agentToken(project, ada.id)).token))
    const session = await signedIn(await world.seed.session(ada.id))
    expect(() => checkProgramScope(program, 'mcp:read')).not.toThrow()
    expect(() => checkProgramScope(program, 'mcp:action')).toThrow(
      expect.objectContaining({ status: 403, code: 'insufficient_scope' }),
    )
    expect(() => checkProgramScope(themselves, 'mcp:action')).not.toThrow()
    expect(() => checkProgramScope(session, 'mcp:action')).not.toThrow()
  })
})
