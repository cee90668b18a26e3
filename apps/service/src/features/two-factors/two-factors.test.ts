import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { hashPassword } from '../../secrets/password.js'
import { ask } from '../../testing/ask.js'
import { createBrowser } from '../../testing/create-browser.js'
import { onEachStoreInLongRuns } from '../../testing/on-each-store.js'
import { createSeed, type SeededProject } from '../../testing/seed.js'
import { createAuthenticator } from '../../testing/software-authenticator.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'
import { setPassword as storePassword } from '../me/set-password.js'
import { createWelcomeLink } from '../welcome/welcome-links.js'
import { findStep } from './totp.js'

const PASSWORD = 'seven blue boats 31'
/** The beginning of a step, near the clock of the store. */
const START = Math.ceil(Date.now() / 30_000) * 30_000

type Headers = Record<string, string>

onEachStoreInLongRuns('second factors', postgresUrl => {
  let service: TestService
  let seed: ReturnType<typeof createSeed>
  let passwordHash: string
  let origin: string
  beforeAll(async () => {
    service = await startTestService(postgresUrl)
    seed = createSeed(service.deps.store)
    passwordHash = await hashPassword(PASSWORD)
    origin = service.url
  })
  afterAll(() => service?.stop())
  // Codes depend on the clock: the tests set it, so that no step ends in the middle of one.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: START })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const wait = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

  const send = (method: string, path: string, headers: Headers = {}, body?: unknown) =>
    ask(service.url, method, path, { headers, body })
  const db = () => service.deps.store.db

  const setPassword = (userId: number) =>
    db()
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', userId)
      .execute()

  const person = async () => {
    const user = await seed.user()
    await setPassword(user.id)
    return { ...user, headers: await seed.session(user.id) }
  }
  type Somebody = Awaited<ReturnType<typeof person>>

  const computeCode = (key: string) => new TOTP({ secret: key }).generate({ timestamp: Date.now() })

  const enrol = async ({ headers }: Pick<Somebody, 'headers'>) => {
    const begun = await send('POST', '/api/me/two-factors/totp', headers)
    expect(begun.status).toBe(201)
    const { key, uri } = begun.body as { key: string; uri: string }
    const code = computeCode(key)
    const confirmed = await send('POST', '/api/me/two-factors/totp/confirm', headers, { code })
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200)
    return { key, uri, code, recoveryCodes: confirmed.body.recoveryCodes as string[] }
  }

  const giveUpFirst = async ({ email }: { email: string }) => {
    const { status, body, headers } = await send(
      'POST',
      '/api/sessions',
      {},
      {
        email,
        password: PASSWORD,
      },
    )
    expect([status, headers.getSetCookie()]).toEqual([201, []])
    return body.secondStep as { ticket: string; methods: string[]; passkeyOptions: never }
  }
  const finish = (ticket: string, factor: object) =>
    send('POST', '/api/sessions/second-step', {}, { ticket, ...factor })
  const readHeaders = (answer: Awaited<ReturnType<typeof send>>): Headers => ({
    cookie: answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '',
    'x-csrf-token': answer.body.csrfToken,
  })

  const addPasskey = async (headers: Headers, name = 'Laptop') => {
    const authenticator = createAuthenticator({ origin })
    const begun = await send('POST', '/api/me/passkeys/options', headers)
    const passkey = authenticator.create(begun.body.options)
    const { ticket } = begun.body
    const added = await send('POST', '/api/me/passkeys', headers, { ticket, name, passkey })
    return { authenticator, added, ticket, passkey }
  }

  describe('an authenticator app', () => {
    it('counts from its first right code on, which brings ten recovery codes, shown once', async () => {
      const user = await person()
      const begun = await send('POST', '/api/me/two-factors/totp', user.headers)
      expect(begun.body.uri).toMatch(/^otpauth:\/\/totp\/Service:.+secret=/)
      expect((await giveUpFirstWithoutFactor(user)).user.email).toBe(user.email)
      const wrong = await send('POST', '/api/me/two-factors/totp/confirm', user.headers, {
        code: '000000',
      })
      expect([wrong.status, wrong.body.code]).toEqual([400, 'wrong_code'])
      const { key, recoveryCodes } = await enrol(user)
      expect(recoveryCodes).toHaveLength(10)
      expect(new Set(recoveryCodes).size).toBe(10)
      const shown = await send('GET', '/api/me/two-factors', user.headers)
      expect(shown.body).toMatchObject({
        totp: { createdAt: expect.any(String) },
        recoveryCodesLeft: 10,
        hasTwoFactors: true,
      })
      const stored = JSON.stringify([
        await db().selectFrom('totp_keys').selectAll().execute(),
        await db().selectFrom('recovery_codes').selectAll().execute(),
        await db().selectFrom('security_events').selectAll().execute(),
      ])
      for (const secret of [key, ...recoveryCodes]) expect(stored).not.toContain(secret)
    })

    const giveUpFirstWithoutFactor = async ({ email }: Somebody) =>
      (await send('POST', '/api/sessions', {}, { email, password: PASSWORD })).body

    it('is asked for after the password, and accepts each code once, on every instance', async () => {
      const user = await person()
      const { key, code: first } = await enrol(user)
      const { ticket, methods } = await giveUpFirst(user)
      expect(methods).toEqual(['code', 'recovery-code'])
      const again = await finish(ticket, { code: first })
      expect([again.status, again.body.code]).toEqual([401, 'wrong_second_factor'])
      wait(30)
      const code = computeCode(key)
      const sibling = postgresUrl ? await service.startSibling() : undefined
      try {
        const bases = [service.url, sibling?.url ?? service.url]
        const body = { ticket, code: `${code.slice(0, 3)} ${code.slice(3)}` }
        const answers = await Promise.all(
          bases.map(base => ask(base, 'POST', '/api/sessions/second-step', { body })),
        )
        expect(answers.map(({ status }) => status).sort()).toEqual([201, 401])
        const signedIn = answers.find(({ status }) => status === 201)
        expect(signedIn?.body.user.email).toBe(user.email)
      } finally {
        await sibling?.stop()
      }
    })

    it('accepts the codes of the steps before and after, and no others', () => {
      const key = 'JBSWY3DPEHPK3PXP'
      const step = Math.floor(START / 30_000)
      const codeAt = (moved: number) =>
        new TOTP({ secret: key }).generate({ timestamp: START + moved * 30_000 })
      const found = [-2, -1, 0, 1, 2].map(moved => findStep(key, codeAt(moved), START))
      expect(found).toEqual([undefined, step - 1, step, step + 1, undefined])
      expect(findStep(key, '12345', START)).toBeUndefined()
    })

    it('blocks after ten wrong codes, also when the password is given again between them', async () => {
      const user = await person()
      const { key } = await enrol(user)
      wait(30)
      const statuses: number[] = []
      for (let tries = 0; tries < 11; tries++) {
        const { ticket } = await giveUpFirst(user)
        statuses.push((await finish(ticket, { code: 'wrong' })).status)
      }
      expect(statuses).toEqual([...Array(10).fill(401), 429])
      const { ticket } = await giveUpFirst(user)
      expect((await finish(ticket, { code: computeCode(key) })).status).toBe(429)
    })

    it('rejects a ticket that is old, altered, of another step or from before a new password', async () => {
      const user = await person()
      const { key } = await enrol(user)
      wait(30)
      const { ticket } = await giveUpFirst(user)
      const other = await send('POST', '/api/sessions/passkey-options')
      const code = computeCode(key)
      for (const wrong of [`${ticket.slice(0, -2)}AA`, other.body.ticket, '']) {
        expect((await finish(wrong, { code })).body.code).toBe('sign_in_expired')
      }
      wait(11 * 60)
      expect((await finish(ticket, { code: computeCode(key) })).body.code).toBe('sign_in_expired')
      const begun = await giveUpFirst(user)
      await db()
        .updateTable('users')
        .set({ password_hash: await hashPassword('nine red kites 57') })
        .where('id', '=', user.id)
        .execute()
      const late = await finish(begun.ticket, { code: computeCode(key) })
      expect(late.body.code).toBe('sign_in_expired')
    })
  })

  describe('a recovery code', () => {
    it('works once, however it is typed, and is in the history of the account', async () => {
      const user = await person()
      const { recoveryCodes } = await enrol(user)
      const [first = '', second = ''] = recoveryCodes
      const { ticket } = await giveUpFirst(user)
      const signedIn = await finish(ticket, {
        code: ` ${first.toUpperCase().replaceAll('-', ' ')}`,
      })
      expect(signedIn.status).toBe(201)
      expect((await finish(ticket, { code: first })).status).toBe(401)
      const headers = readHeaders(signedIn)
      expect((await send('GET', '/api/me/two-factors', headers)).body.recoveryCodesLeft).toBe(9)
      const renewed = await send('POST', '/api/me/recovery-codes', headers)
      expect(renewed.body.recoveryCodes).toHaveLength(10)
      expect((await finish(ticket, { code: second })).status).toBe(401)
      const events = await send('GET', '/api/me/security-events', headers)
      expect(events.body.data.map(({ kind }: { kind: string }) => kind)).toEqual([
        'recovery-codes-made',
        'recovery-code-used',
        'recovery-codes-made',
        'totp-added',
      ])
    })

    it('is none of another person, and exists only with a second factor', async () => {
      const [one, other] = [await person(), await person()]
      const { recoveryCodes } = await enrol(one)
      await enrol(other)
      const { ticket } = await giveUpFirst(other)
      expect((await finish(ticket, { code: recoveryCodes[0] })).status).toBe(401)
      const none = await person()
      const made = await send('POST', '/api/me/recovery-codes', none.headers)
      expect(made.body.code).toBe('no_second_factor')
    })
  })

  describe('a passkey', () => {
    it('is a second factor after the password, and signs in alone when it checked its owner', async () => {
      const user = await person()
      const { authenticator, added } = await addPasskey(user.headers)
      expect([added.status, added.body.recoveryCodes.length]).toEqual([201, 10])
      const { ticket, methods, passkeyOptions } = await giveUpFirst(user)
      expect(methods).toEqual(['passkey', 'recovery-code'])
      const passkey = authenticator.get(passkeyOptions, { isVerified: false })
      expect((await finish(ticket, { passkey })).status).toBe(201)
      const replay = await finish(ticket, { passkey })
      expect([replay.status, replay.body.code]).toEqual([401, 'wrong_second_factor'])

      const alone = async (use?: { isVerified: boolean }) => {
        const { body } = await send('POST', '/api/sessions/passkey-options')
        const answer = { ticket: body.ticket, passkey: authenticator.get(body.options, use) }
        return send('POST', '/api/sessions/passkey', {}, answer)
      }
      expect((await alone({ isVerified: false })).status).toBe(401)
      const signedIn = await alone()
      expect(signedIn.status).toBe(201)
      const { data } = (await send('GET', '/api/sessions', readHeaders(signedIn))).body
      const current = data.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent)
      expect(current).toMatchObject({ method: 'passkey', hasTwoFactors: true })
    })

    it('is refused when its counter does not go on, which the history shows', async () => {
      const user = await person()
      const { authenticator } = await addPasskey(user.headers)
      const use = async (counter?: number) => {
        const { ticket, passkeyOptions } = await giveUpFirst(user)
        const passkey = authenticator.get(passkeyOptions, counter === undefined ? {} : { counter })
        return (await finish(ticket, { passkey })).status
      }
      expect(await use(5)).toBe(201)
      expect(await use(5)).toBe(401)
      expect(await use(6)).toBe(201)
      const { body } = await send('GET', '/api/me/security-events', user.headers)
      expect(body.data[0].kind).toBe('passkey-refused')
    })

    it('of another site, another person or another challenge is refused', async () => {
      const [user, other] = [await person(), await person()]
      const { authenticator } = await addPasskey(user.headers)
      const stranger = await addPasskey(other.headers)
      const { ticket, passkeyOptions } = await giveUpFirst(user)
      const far = createAuthenticator({ origin: 'https://evil.example' })
      const answers = [
        stranger.authenticator.get(passkeyOptions),
        far.get(passkeyOptions),
        authenticator.get({ challenge: 'b3RoZXI' }),
      ]
      for (const passkey of answers) expect((await finish(ticket, { passkey })).status).toBe(401)
      const begun = await send('POST', '/api/me/passkeys/options', user.headers)
      const foreign = await send('POST', '/api/me/passkeys', user.headers, {
        ticket: begun.body.ticket,
        name: 'Far',
        passkey: far.create(begun.body.options),
      })
      expect(foreign.body.code).toBe('passkey_invalid')
      const again = await send('POST', '/api/me/passkeys', user.headers, {
        ticket: stranger.ticket,
        name: 'Stolen',
        passkey: stranger.passkey,
      })
      expect(again.body.code).toBe('passkey_invalid')
    })

    it('has a name, a last use and an end', async () => {
      const user = await person()
      const { added } = await addPasskey(user.headers)
      const path = `/api/me/passkeys/${added.body.id}`
      expect((await send('PATCH', path, user.headers, { name: 'Key ring' })).status).toBe(204)
      const other = await person()
      expect((await send('DELETE', path, other.headers)).status).toBe(404)
      const { body } = await send('GET', '/api/me/two-factors', user.headers)
      expect(body.passkeys).toMatchObject([{ name: 'Key ring', lastUsedAt: null }])
      expect((await send('DELETE', path, user.headers)).status).toBe(204)
      const after = await send('GET', '/api/me/two-factors', user.headers)
      expect(after.body).toMatchObject({ passkeys: [], recoveryCodesLeft: 0, hasTwoFactors: false })
    })
  })

  describe('a change of second factors', () => {
    it('needs a recent sign-in, or the password again', async () => {
      const user = await person()
      const old = { created_at: '2020-01-01T00:00:00.000000Z' }
      await db().updateTable('sessions').set(old).where('user_id', '=', user.id).execute()
      const refused = await send('POST', '/api/me/two-factors/totp', user.headers)
      expect([refused.status, refused.body.code]).toEqual([403, 'confirmation_required'])
      const confirm = (password: string) =>
        send('POST', '/api/me/confirmation', user.headers, { password })
      expect((await confirm('wrong')).body.code).toBe('wrong_password')
      expect((await confirm(PASSWORD)).status).toBe(204)
      await enrol(user)
    })

    it('needs the second factor that there is: a session with the password alone cannot remove it', async () => {
      const user = await person()
      const before = await seed.session(user.id)
      await enrol(user)
      const removed = await send('DELETE', '/api/me/two-factors/totp', before)
      expect([removed.status, removed.body.code]).toEqual([403, 'two_factors_required'])
      expect((await send('DELETE', '/api/me/two-factors/totp', user.headers)).status).toBe(204)
    })

    it('is not for a session through single sign-on, which vouches for its own project only', async () => {
      const project = await seed.project()
      const headers = await seed.session(project.admin.id, { ssoProjectId: project.id })
      for (const [method, path] of [
        ['GET', '/api/me/two-factors'],
        ['GET', '/api/me/security-events'],
        ['POST', '/api/me/two-factors/totp'],
        ['POST', '/api/me/passkeys/options'],
        ['POST', '/api/me/recovery-codes'],
      ] as const) {
        const answer = await send(method, path, headers)
        expect([path, answer.body.code]).toEqual([path, 'password_session_required'])
      }
    })
  })

  describe('a project that requires two factors', () => {
    const open = async () => {
      const project = await seed.project()
      await setPassword(project.admin.id)
      return { project, headers: await seed.session(project.admin.id) }
    }
    const path = ({ id }: SeededProject) => `/api/projects/${id}/two-factor-policy`
    const read = ({ id }: SeededProject, headers: Headers) =>
      send('GET', `/api/projects/${id}`, headers)
    const require = (project: SeededProject, headers: Headers, isRequired = true) =>
      send('PUT', path(project), headers, { isRequired })
    const readRefusal = async (headers: Headers, projectId: number) =>
      (await send('GET', '/api/boot', headers)).body.projects.find(
        ({ id }: { id: number }) => id === projectId,
      )

    it('is made by an admin who has them, is in the admin log, and refuses sessions with one factor', async () => {
      const { project, headers } = await open()
      expect((await require(project, headers)).body.code).toBe('two_factors_missing')
      await enrol({ headers })
      const other = await seed.session(project.admin.id)
      expect((await read(project, other)).status).toBe(200)
      expect((await require(project, headers)).body).toEqual({
        isRequired: true,
        people: 1,
        peopleWithTwoFactors: 1,
      })
      expect((await read(project, headers)).status).toBe(200)
      const refused = await read(project, other)
      expect([refused.status, refused.body.code]).toEqual([403, 'two_factors_required'])
      expect(await readRefusal(other, project.id)).toMatchObject({
        environments: [],
        needsTwoFactors: true,
        refusal: expect.stringContaining('requires two factors'),
      })
      expect(await readRefusal(headers, project.id)).toMatchObject({ refusal: null })
      const logs = await send('GET', `/api/projects/${project.id}/admin-logs`, headers)
      expect(JSON.stringify(logs.body)).toContain('two-factor-policy')
      expect((await require(project, headers, false)).body.isRequired).toBe(false)
      expect((await read(project, other)).status).toBe(200)
    })

    it('counts its own single sign-on as two factors', async () => {
      const { project, headers } = await open()
      await enrol({ headers })
      await require(project, headers)
      const sso = await seed.session(project.admin.id, { ssoProjectId: project.id })
      expect((await read(project, sso)).status).toBe(200)
    })

    it('refuses personal tokens, agent codes and mentions of a sign-in with one factor', async () => {
      const { project, headers } = await open()
      const member = await seed.member(project, 'user')
      const one = await seed.session(member.id)
      const makeToken = async (by: Headers) => {
        const { body } = await send('POST', '/api/me/tokens', by, { name: 'Script' })
        return { authorization: `Bearer ${body.token}` }
      }
      const [weak, early] = [await makeToken(one), await makeToken(headers)]
      await enrol({ headers })
      const strong = await makeToken(headers)
      await require(project, headers)
      expect((await read(project, weak)).body.code).toBe('two_factors_required')
      expect((await read(project, early)).body.code).toBe('two_factors_required')
      expect((await read(project, strong)).status).toBe(200)
      await db()
        .updateTable('environments')
        .set({ agent_url: 'https://agent.example/service' })
        .where('id', '=', project.environment.id)
        .execute()
      const { id: renderingId } = await db()
        .selectFrom('renderings')
        .select('id')
        .where('environment_id', '=', project.environment.id)
        .executeTakeFirstOrThrow()
      const codes = `/api/projects/${project.id}/environments/${project.environment.id}/agent-codes`
      const getCode = (by: Headers) => send('POST', codes, by, { renderingId })
      expect((await getCode(one)).body.code).toBe('two_factors_required')
      const issued = await getCode(headers)
      expect(issued.status).toBe(201)
      // The code was issued with two factors, which are removed before the agent uses it.
      await send('DELETE', '/api/me/two-factors/totp', headers)
      const redeemed = await send(
        'POST',
        '/agent-api/panel-codes',
        { 'service-secret-key': project.environment.secret },
        { code: issued.body.code, codeVerifier: issued.body.codeVerifier },
      )
      expect(redeemed.status).not.toBe(200)
      expect((await read(project, headers)).body.code).toBe('two_factors_required')
      expect((await read(project, strong)).body.code).toBe('two_factors_required')
    })
  })

  describe('an admin', () => {
    const remove = (project: SeededProject, userId: number, headers: Headers) =>
      send('DELETE', `/api/projects/${project.id}/people/${userId}/two-factors`, headers)

    it('removes the second factors of a person who lost them, which both histories tell', async () => {
      const project = await seed.project()
      const admin = await seed.session(project.admin.id)
      const member = await seed.member(project, 'user')
      await setPassword(member.id)
      const headers = await seed.session(member.id)
      expect((await remove(project, member.id, admin)).status).toBe(404)
      await enrol({ headers })
      expect((await remove(project, member.id, admin)).status).toBe(204)
      const shown = await send('GET', '/api/me/two-factors', headers)
      expect(shown.body).toMatchObject({ totp: null, recoveryCodesLeft: 0, hasTwoFactors: false })
      const events = await send('GET', '/api/me/security-events', headers)
      expect(events.body.data[0]).toMatchObject({
        kind: 'two-factors-removed',
        details: { by: project.admin.email },
        address: null,
      })
      const logs = await send('GET', `/api/projects/${project.id}/admin-logs`, admin)
      expect(JSON.stringify(logs.body)).toContain('two-factors')
    })

    it('cannot do so for an account that opens more than the admin administers', async () => {
      const [project, other] = [await seed.project(), await seed.project()]
      const admin = await seed.session(project.admin.id)
      const member = await seed.member(project, 'user')
      await setPassword(member.id)
      const headers = await seed.session(member.id)
      await enrol({ headers })
      await db()
        .insertInto('members')
        .values({
          project_id: other.id,
          user_id: member.id,
          permission_level: 'user',
          role_id: other.role.id,
          tags: '{}',
        })
        .execute()
      expect((await remove(project, member.id, admin)).body.code).toBe('other_projects')
      expect((await remove(project, project.admin.id, admin)).body.code).toBe('own_account')
      const owner = { is_owner: true }
      await db().updateTable('users').set(owner).where('id', '=', project.admin.id).execute()
      expect((await remove(project, member.id, admin)).status).toBe(204)
    })
  })

  it('leave an account with whoever proves its e-mail address, and stay with a new password otherwise', async () => {
    const project = await seed.project()
    const countPasskeys = async (userId: number) =>
      (await db().selectFrom('passkeys').select('id').where('user_id', '=', userId).execute())
        .length
    const renewPassword = (user: Somebody) =>
      db()
        .transaction()
        .execute(transaction => storePassword(transaction, user, 'a hash'))
    const [verified, unverified] = [await person(), await person()]
    for (const { headers } of [verified, unverified]) await addPasskey(headers)
    await db()
      .updateTable('users')
      .set({ unverified_in_project_id: project.id })
      .where('id', '=', unverified.id)
      .execute()
    await renewPassword(verified)
    await renewPassword(unverified)
    expect([await countPasskeys(verified.id), await countPasskeys(unverified.id)]).toEqual([1, 0])
  })

  it('are asked for after a link for one use, too', async () => {
    const user = await person()
    const { recoveryCodes } = await enrol(user)
    const link = await db()
      .transaction()
      .execute(transaction => createWelcomeLink(transaction, user, service.url))
    const browser = createBrowser()
    const page = await browser.visit(link, {})
    expect([page.status, browser.jarOf(link).size]).toEqual([200, 0])
    const [, ticket = ''] = /name="ticket" value="([^"]+)"/.exec(page.text) ?? []
    const code = recoveryCodes[0] ?? ''
    await browser.visit(`${service.url}/sign-in/second-step`, { ticket, code })
    const session = await browser.visit(`${service.url}/api/session`)
    expect(JSON.parse(session.text).user.email).toBe(user.email)
  })

  it('ends all other sessions at once, and says how many', async () => {
    const user = await person()
    const others = [await seed.session(user.id), await seed.session(user.id)]
    const { status, body } = await send('DELETE', '/api/sessions', user.headers)
    expect([status, body]).toEqual([200, { ended: 2 }])
    expect((await send('GET', '/api/session', user.headers)).status).toBe(200)
    for (const headers of others) {
      expect((await send('GET', '/api/session', headers)).status).toBe(401)
    }
  })
})
