import { beforeEach, describe, expect, inject, it } from 'vitest'
import { ask } from '../../testing/ask.js'
import { createInvitationClient, newAccount } from '../../testing/invitation-client.js'
import type { SeededUser } from '../../testing/seed.js'
import { useTestProject } from '../../testing/use-test-project.js'

const MISSING = 'There is no such invitation, or it was used, revoked or has expired.'
const url = inject('postgresUrl')
const suite = useTestProject()
let made = 0

type Headers = Record<string, string>
const { send, accept } = createInvitationClient(() => suite.service)
const invitations = (of = suite.project) => `/api/projects/${of.id}/invitations`
const newEmail = () => `invited-${++made}@example.com`
const terms = (email = newEmail()) => ({
  email,
  permissionLevel: 'editor',
  roleId: suite.project.role.id,
  teamIds: [suite.project.team.id],
})
const invite = async (email?: string) =>
  (await send('POST', invitations(), suite.headers, terms(email))).body

const adminLogs = () =>
  suite.service.deps.store.db
    .selectFrom('admin_logs')
    .select(['type', 'resource', 'username', 'previous_value', 'new_value'])
    .where('project_id', '=', suite.project.id)
    .orderBy('seq')
    .execute()

const findUsers = (email: string) =>
  suite.service.deps.store.db.selectFrom('users').selectAll().where('email', '=', email).execute()

describe('inviting', () => {
  it('shows the token once, keeps its hash, and writes an admin log without it', async () => {
    const email = newEmail()
    const { status, body, headers } = await send('POST', invitations(), suite.headers, {
      ...terms(email.toUpperCase()),
      tags: { region: 'north' },
    })
    expect(status).toBe(201)
    const { token, url: address, ...shown } = body
    expect(shown).toEqual({
      id: expect.any(Number),
      email,
      permissionLevel: 'editor',
      role: suite.project.role,
      teams: [suite.project.team],
      tags: { region: 'north' },
      invitedBy: suite.project.admin,
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      isExpired: false,
      isMailed: false,
    })
    expect(Date.parse(shown.expiresAt) - Date.parse(shown.createdAt)).toBeCloseTo(7 * 864e5, -3)
    expect(address).toBe(`${suite.service.url}/invitations/${token}`)
    expect(headers.get('cache-control')).toBe('no-store')
    const listed = await send('GET', invitations(), suite.headers)
    expect(listed.body).toEqual({ data: [shown], hasMore: false, nextCursor: null })
    const stored = await suite.service.deps.store.db.selectFrom('invitations').selectAll().execute()
    const logs = await adminLogs()
    expect(JSON.stringify([stored, logs])).not.toContain(token)
    expect(logs).toEqual([
      {
        type: 'add',
        resource: 'invitation',
        username: suite.project.admin.username,
        previous_value: null,
        new_value: {
          id: shown.id,
          email,
          permissionLevel: 'editor',
          role: { object: 'role', name: 'Support' },
          teams: [{ object: 'team', name: 'Operations' }],
          tags: [{ key: 'region', value: 'north' }],
          expiresAt: shown.expiresAt,
          isMailed: false,
        },
      },
    ])
  })

  it('refuses members, and people with an open invitation', async () => {
    const member = await send(
      'POST',
      invitations(),
      suite.headers,
      terms(suite.project.admin.email),
    )
    expect([member.status, member.body.code]).toEqual([409, 'already_member'])
    const email = newEmail()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => send('POST', invitations(), suite.headers, terms(email))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('already_invited')
  })

  it('answers alike for addresses with and without an account', async () => {
    const { email } = await suite.seed.user()
    const shapes = []
    for (const address of [email, newEmail()]) {
      const { token, id } = await invite(address)
      const { status, body } = await send('GET', `/api/invitations/${token}`)
      shapes.push([status, Object.keys(body), Object.keys(await openInvitation(id))])
    }
    expect(shapes[0]).toEqual(shapes[1])
  })

  it.each([
    [{ permissionLevel: 'owner' }, /^'permissionLevel' must be one of/],
    [{ email: 'nobody' }, /^'email' must be an e-mail address\.$/],
    [{ roleId: 999_999 }, /^'roleId' must name a role of this project/],
    [{ teamIds: [999_999] }, /^'teamIds' must name a team of this project/],
    [{ teamIds: undefined }, /^'teamIds' is missing\.$/],
    [{ name: 'x' }, /^Unknown field 'name'\.$/],
  ])('refuses %j', async (change, message) => {
    const { status, body } = await send('POST', invitations(), suite.headers, {
      ...terms(),
      ...change,
    })
    expect([status, body.code]).toEqual([400, 'invalid_body'])
    expect(body.message).toMatch(message)
  })

  it('is for admins alone', async () => {
    for (const level of ['user', 'manager', 'editor', 'developer'] as const) {
      const headers = await suite.seed.session((await suite.seed.member(suite.project, level)).id)
      const { status, body } = await send('POST', invitations(), headers, terms())
      expect([status, body.code]).toEqual([403, 'level_too_low'])
    }
  })
})

describe('revoking', () => {
  it('ends the token and writes an admin log', async () => {
    const { id, token, email } = await invite()
    expect((await send('DELETE', `${invitations()}/${id}`, suite.headers)).status).toBe(204)
    for (const answer of [await send('GET', `/api/invitations/${token}`), await accept(token)]) {
      expect([answer.status, answer.body.message]).toEqual([404, MISSING])
    }
    expect(await findUsers(email)).toEqual([])
    expect((await send('GET', invitations(), suite.headers)).body.data).toEqual([])
    expect((await adminLogs()).at(-1)).toMatchObject({
      type: 'remove',
      resource: 'invitation',
      previous_value: { id, email },
      new_value: null,
    })
    expect((await send('DELETE', `${invitations()}/${id}`, suite.headers)).status).toBe(404)
  })

  it('answers for invitations of another project as for those that do not exist', async () => {
    const { id } = await invite()
    const other = await suite.seed.project()
    const theirs = await suite.seed.session(other.admin.id)
    const foreign = await send('DELETE', `${invitations(other)}/${id}`, theirs)
    const missing = await send('DELETE', `${invitations(other)}/999999999`, theirs)
    expect([foreign.status, foreign.body]).toEqual([404, missing.body])
    expect((await send('GET', invitations(), suite.headers)).body.data).toHaveLength(1)
  })
})

describe('an invitation', () => {
  it('tells its holder the project and the address, and nothing else', async () => {
    const { token, email, expiresAt } = await invite()
    const { status, body } = await send('GET', `/api/invitations/${token}`)
    expect([status, body]).toEqual([200, { projectName: suite.project.name, email, expiresAt }])
  })

  it('can no longer be used when it has expired or its project is gone', async () => {
    const [expired, orphan] = [await invite(), await invite()]
    await suite.service.deps.store.db
      .updateTable('invitations')
      .set({ expires_at: '2026-01-01T00:00:00.000000Z' })
      .where('id', '=', expired.id)
      .execute()
    expect((await openInvitation(expired.id)).isExpired).toBe(true)
    expect((await accept(expired.token)).body.message).toBe(MISSING)
    expect((await send('POST', invitations(), suite.headers, terms(expired.email))).status).toBe(
      201,
    )
    await suite.service.deps.store.db
      .updateTable('projects')
      .set({ deleted_at: '2026-01-01T00:00:00.000000Z' })
      .where('id', '=', suite.project.id)
      .execute()
    expect((await accept(orphan.token)).body.message).toBe(MISSING)
    expect((await send('GET', '/api/invitations/nonsense')).body.message).toBe(MISSING)
  })
})

describe('accepting with a new account', () => {
  it('makes the account and the membership, and both are logged', async () => {
    const { id, token, email } = await invite()
    const { status, body } = await accept(token)
    expect([status, body]).toEqual([
      200,
      { projectId: suite.project.id, projectName: suite.project.name, email },
    ])
    const signedIn = await send(
      'POST',
      '/api/sessions',
      {},
      { email, password: newAccount.password },
    )
    expect(signedIn.body.user).toEqual({
      id: expect.any(Number),
      email,
      username: email.split('@')[0],
      firstName: 'Bo',
      lastName: 'Berg',
      isOwner: false,
      isUnverified: true,
    })
    const person = `/api/projects/${suite.project.id}/people/${signedIn.body.user.id}`
    expect((await send('GET', person, suite.headers)).body).toMatchObject({
      permissionLevel: 'editor',
      role: suite.project.role,
      teams: [suite.project.team],
    })
    expect((await adminLogs()).slice(1)).toEqual([
      expect.objectContaining({
        type: 'add',
        resource: 'user-project',
        username: signedIn.body.user.username,
        new_value: expect.objectContaining({ permissionLevel: 'editor' }),
      }),
      expect.objectContaining({
        type: 'update',
        resource: 'invitation',
        previous_value: { id, email, status: 'open' },
        new_value: { id, email, status: 'accepted' },
      }),
    ])
    expect((await accept(token)).status).toBe(404)
    expect((await send('GET', invitations(), suite.headers)).body.data).toEqual([])
  })

  it.each([
    [{ password: newAccount.password }, 'invalid_body', "A new account needs 'password'"],
    [{ ...newAccount, password: 'short' }, 'weak_password', "'password' must have at least 12"],
    [{ ...newAccount, username: '' }, 'invalid_body', "'username' must have 1 to 100"],
    [{ ...newAccount, isOwner: true }, 'invalid_body', "Unknown field 'isOwner'"],
  ])('refuses %j and leaves the invitation open', async (body, code, message) => {
    const { token } = await invite()
    const answer = await accept(token, body)
    expect([answer.status, answer.body.code]).toEqual([400, code])
    expect(answer.body.message).toContain(message)
    expect((await send('GET', `/api/invitations/${token}`)).status).toBe(200)
  })

  it('is refused for an address with an account, which stays as it is', async () => {
    const user = await suite.seed.user()
    const { token } = await invite(user.email)
    const { status, body } = await accept(token)
    expect([status, body.code]).toEqual([409, 'sign_in_required'])
    expect(await findUsers(user.email)).toEqual([
      expect.objectContaining({ id: user.id, password_hash: null, first_name: 'Test' }),
    ])
    expect((await send('GET', `/api/invitations/${token}`)).status).toBe(200)
  })

  it.skipIf(!url)('works once, however many accept at the same moment', async () => {
    const sibling = await suite.service.startSibling()
    try {
      const { token, email } = await invite()
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          ask(
            index % 2 === 0 ? suite.service.url : sibling.url,
            'POST',
            `/api/invitations/${token}/accept`,
            { body: { ...newAccount, username: `racer-${index}` } },
          ),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404])
      expect(await findUsers(email)).toHaveLength(1)
      expect(await adminLogs()).toHaveLength(3)
    } finally {
      await sibling.stop()
    }
  })
})

describe('accepting signed in', () => {
  let user: SeededUser
  let own: Headers

  beforeEach(async () => {
    user = await suite.seed.user()
    own = await suite.seed.session(user.id)
  })

  it('makes the person with the invited address a member', async () => {
    const { token } = await invite(user.email)
    expect((await accept(token, {}, own)).status).toBe(200)
    const { body } = await send('GET', '/api/session', own)
    expect(body.projects).toEqual([
      { id: suite.project.id, name: suite.project.name, permissionLevel: 'editor' },
    ])
  })

  it('is refused to others, to nobody, and without the CSRF token', async () => {
    const { token } = await invite()
    const other = await accept(token, {}, own)
    expect([other.status, other.body.code]).toEqual([403, 'other_account'])
    expect((await accept(token, {})).status).toBe(401)
    const mine = await invite(user.email)
    const forged = await accept(mine.token, {}, { cookie: own.cookie ?? '' })
    expect([forged.status, forged.body.code]).toEqual([403, 'csrf_token_required'])
  })

  it('takes a sign-in through the project itself, not through another one', async () => {
    const { token } = await invite(user.email)
    const other = await suite.seed.project()
    const foreign = await accept(
      token,
      {},
      await suite.seed.session(user.id, { ssoProjectId: other.id }),
    )
    expect([foreign.status, foreign.body.code]).toEqual([403, 'other_sign_in_required'])
    const here = await accept(
      token,
      {},
      await suite.seed.session(user.id, { ssoProjectId: suite.project.id }),
    )
    expect(here.status).toBe(200)
  })

  it('is refused to a member, and when the role is gone', async () => {
    const { token } = await invite(user.email)
    await suite.service.deps.store.db
      .insertInto('members')
      .values({
        project_id: suite.project.id,
        user_id: user.id,
        permission_level: 'user',
        role_id: suite.project.role.id,
        tags: '{}',
      })
      .execute()
    const member = await accept(token, {}, own)
    expect([member.status, member.body.code]).toEqual([409, 'already_member'])
    await suite.service.deps.store.db
      .updateTable('roles')
      .set({ deleted_at: '2026-01-01T00:00:00.000000Z' })
      .where('id', '=', suite.project.role.id)
      .execute()
    const outdated = await accept(token, {}, own)
    expect([outdated.status, outdated.body.code]).toEqual([409, 'invitation_outdated'])
  })
})

async function openInvitation(id: number) {
  const { body } = await send('GET', invitations(), suite.headers)
  return body.data.find((invitation: { id: number }) => invitation.id === id)
}
