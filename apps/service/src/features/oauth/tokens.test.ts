import { maxRefreshRetries, refreshRetrySeconds } from '@service/authorization'
import { startFaultProxy } from '@service/test-support'
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { openSigner, rotateKey } from '../../secrets/signing-keys.js'
import { hashSecret } from '../../secrets/token-format.js'
import { ask } from '../../testing/ask.js'
import {
  type GrantProject,
  type GrantWorld,
  PROGRAM_URL,
  RESOURCE,
  startGrantWorld,
} from '../../testing/grant-world.js'
import { tablesHolding } from '../../testing/tables-holding.js'

const REFUSED = [400, 'invalid_grant']

describe('tokens of a grant', () => {
  let world: GrantWorld
  let project: GrantProject
  beforeAll(async () => {
    world = await startGrantWorld(inject('postgresUrl'))
    project = await world.project()
  })
  afterAll(() => world?.stop())

  const grants = () => world.db.selectFrom('oauth_grants').selectAll().orderBy('id').execute()
  const newestGrant = async () => (await grants()).at(-1)
  const readEndReason = async (id: string) =>
    (await grants()).find(grant => String(grant.id) === id)?.end_reason ?? null
  const told = async (answer: ReturnType<GrantWorld['token']>) => {
    const { status, body } = await answer
    return status === 200 ? [200, body.scope] : [status, body.error]
  }

  describe('for a code', () => {
    it('tell who, where, what for and how long, each kind in its own way', async () => {
      const exchange = await world.codeFor(project)
      const { status, headers, body } = await world.token(project, exchange)
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(body).toEqual({
        access_token: expect.any(String),
        refresh_token: expect.any(String),
        expires_in: 3600,
        token_type: 'Bearer',
        scope: 'mcp:read mcp:write',
      })
      const grantId = String((await newestGrant())?.id)
      const common = {
        iss: `${world.service.url}/oidc`,
        sub: String(project.admin.id),
        client_id: exchange.client_id,
        grant_id: grantId,
        resource: RESOURCE,
        iat: expect.any(Number),
        exp: expect.any(Number),
        jti: expect.any(String),
      }
      const [access, refresh] = [decodeJwt(body.access_token), decodeJwt(body.refresh_token)]
      expect(access).toEqual({
        ...common,
        aud: `grant-access:${project.environment.id}`,
        scope: 'mcp:read mcp:write',
        meta: { renderingId: project.renderingId },
      })
      expect(refresh).toEqual({ ...common, aud: `grant-refresh:${project.environment.id}` })
      expect((access.exp ?? 0) - (access.iat ?? 0)).toBe(3600)
      expect((refresh.exp ?? 0) - (refresh.iat ?? 0)).toBe(691_200)
      const [one, two] = [body.access_token, body.refresh_token].map(decodeProtectedHeader)
      expect([one?.typ, two?.typ]).toEqual(['grant-access+jwt', 'grant-refresh+jwt'])
      expect(one?.kid).not.toBe(two?.kid)
    })

    it('are stored nowhere: of a code and a refresh token there are hashes', async () => {
      const exchange = await world.codeFor(project)
      const code = exchange.code ?? ''
      const { body } = await world.token(project, exchange)
      const next = (await world.refresh(project, body.refresh_token)).body
      for (const secret of [code, body.refresh_token, next.refresh_token, next.access_token]) {
        expect(secret).toMatch(/^[\w.-]{40,}$/)
        expect(await tablesHolding(world.db, secret)).toEqual([])
      }
      expect(await tablesHolding(world.db, hashSecret(code))).toEqual(['oauth_codes'])
      for (const { refresh_token: token } of [body, next]) {
        expect(await tablesHolding(world.db, hashSecret(token))).toEqual(['oauth_refresh_tokens'])
      }
    })

    it('are also given to a form, and to agents of the other spelling', async () => {
      const response = await fetch(`${world.service.url}/oauth/token`, {
        method: 'POST',
        headers: { 'forest-secret-key': project.environment.secret },
        body: new URLSearchParams(await world.codeFor(project)),
      })
      expect(response.status).toBe(200)
    })

    it.each<[string, (exchange: Record<string, string>) => object]>([
      ['another verifier', () => ({ code_verifier: 'x'.repeat(64) })],
      ['another address', () => ({ redirect_uri: 'https://evil.example/callback' })],
      ['another program', () => ({ client_id: 'program_other' })],
      ['another code', ({ code = '' }) => ({ code: code.slice(1) })],
    ])('are refused with %s', async (_name, change) => {
      const before = (await grants()).length
      const exchange = await world.codeFor(project)
      expect(await told(world.token(project, { ...exchange, ...change(exchange) }))).toEqual(
        REFUSED,
      )
      expect((await grants()).length).toBe(before)
    })

    it('are refused after one wrong verifier: there is no second guess', async () => {
      const exchange = await world.codeFor(project)
      await world.token(project, { ...exchange, code_verifier: 'wrong' })
      expect(await told(world.token(project, exchange))).toEqual(REFUSED)
    })

    it('are refused to the agent of another environment, who spoils nothing', async () => {
      const exchange = await world.codeFor(project)
      const other = await world.project()
      expect(await told(world.token(other, exchange))).toEqual(REFUSED)
      expect(await told(world.token(project, exchange))).toEqual([200, 'mcp:read mcp:write'])
    })

    it('are refused after a minute', async () => {
      const exchange = await world.codeFor(project)
      await world.db
        .updateTable('oauth_codes')
        .set({ expires_at: sql<string>`expires_at - interval '60 seconds'` })
        .execute()
      expect(await told(world.token(project, exchange))).toEqual(REFUSED)
    })

    it('end with the second use of the code', async () => {
      const exchange = await world.codeFor(project)
      const { body } = await world.token(project, exchange)
      const id = decodeJwt<{ grant_id: string }>(body.access_token).grant_id
      expect(await told(world.token(project, exchange))).toEqual(REFUSED)
      expect(await readEndReason(id)).toBe('code_used_twice')
      expect(await told(world.refresh(project, body.refresh_token))).toEqual(REFUSED)
    })

    it('are given to one of two who come at the same moment', async () => {
      const exchange = await world.codeFor(project)
      const answers = await Promise.all([
        world.token(project, exchange),
        world.token(project, exchange),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
      expect((await newestGrant())?.end_reason).toBe('code_used_twice')
    })

    it('are refused when the person left the team in the meantime', async () => {
      const { id } = await world.seed.member(project, 'user')
      const exchange = await world.codeFor(project, { userId: id })
      await world.db.deleteFrom('team_members').where('user_id', '=', id).execute()
      const { status, body } = await world.token(project, exchange)
      expect([status, body.error, body.error_description]).toEqual([
        400,
        'invalid_grant',
        "You are not in the team 'Operations'.",
      ])
    })

    it.each<[string, object, string]>([
      ['another grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
      ['a grant type of objects', { grant_type: 'toString' }, 'unsupported_grant_type'],
      ['no grant type', {}, 'invalid_request'],
      ['no code', { grant_type: 'authorization_code' }, 'invalid_request'],
      [
        'no verifier',
        { grant_type: 'authorization_code', code: 'x', client_id: 'y' },
        'invalid_request',
      ],
      ['no refresh token', { grant_type: 'refresh_token' }, 'invalid_request'],
      [
        'a code that is too long',
        { grant_type: 'refresh_token', refresh_token: 'x'.repeat(5000) },
        'invalid_request',
      ],
    ])('are refused with %s, in the words of OAuth', async (_name, body, error) => {
      const answer = await world.token(project, body)
      expect([answer.status, answer.body]).toEqual([
        400,
        { error, error_description: expect.any(String) },
      ])
    })

    it('are given to agents alone', async () => {
      const exchange = await world.codeFor(project)
      const { status } = await ask(world.service.url, 'POST', '/oauth/token', { body: exchange })
      expect(status).toBe(401)
    })
  })

  describe('refreshed', () => {
    it('are others each time, for another eight days from then on', async () => {
      const grant = await world.grantFor(project)
      await world.db
        .updateTable('oauth_grants')
        .set({ expires_at: sql<string>`clock_timestamp() + interval '1 hour'` })
        .where('id', '=', Number(grant.id))
        .execute()
      const { body } = await world.refresh(project, grant.refreshToken, {
        client_id: grant.clientId,
      })
      expect(body.refresh_token).not.toBe(grant.refreshToken)
      expect(decodeJwt<{ grant_id: string }>(body.access_token).grant_id).toBe(grant.id)
      const left = await sql<{ seconds: number }>`
        select extract(epoch from expires_at - clock_timestamp())::float8 as seconds
        from oauth_grants where id = ${Number(grant.id)}`.execute(world.db)
      expect(left.rows[0]?.seconds).toBeGreaterThan(691_000)
      expect(await told(world.refresh(project, body.refresh_token))).toEqual([
        200,
        'mcp:read mcp:write',
      ])
    })

    const countTokens = async (id: string) => {
      const { count } = await world.db
        .selectFrom('oauth_refresh_tokens')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('grant_id', '=', Number(id))
        .executeTakeFirstOrThrow()
      return count
    }

    it('whose answer was lost are given again: the same refresh token, and the grant lives', async () => {
      const proxy = await startFaultProxy(Number(new URL(world.service.url).port))
      try {
        const grant = await world.grantFor(project)
        const through = `http://127.0.0.1:${proxy.port}`
        proxy.truncate(1)
        await expect(world.refresh(project, grant.refreshToken, {}, through)).rejects.toThrow()
        expect(await countTokens(grant.id)).toBe(2)
        proxy.truncate(undefined)
        const [one, two] = [
          await world.refresh(project, grant.refreshToken, {}, through),
          await world.refresh(project, grant.refreshToken, { client_id: grant.clientId }),
        ]
        expect([one.status, two.status]).toEqual([200, 200])
        expect(one.body.refresh_token).toBe(two.body.refresh_token)
        expect(one.body.access_token).not.toBe(two.body.access_token)
        expect(await countTokens(grant.id)).toBe(2)
        expect(await told(world.refresh(project, one.body.refresh_token))).toEqual([
          200,
          'mcp:read mcp:write',
        ])
        expect(await readEndReason(grant.id)).toBeNull()
      } finally {
        await proxy.close()
      }
    })

    it('by several at the same moment are one refresh: all get the same refresh token', async () => {
      for (let round = 0; round < 3; round++) {
        const grant = await world.grantFor(project)
        const answers = await Promise.all(
          Array.from({ length: 3 }, () => world.refresh(project, grant.refreshToken)),
        )
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
        expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
        expect(await countTokens(grant.id)).toBe(2)
      }
    })

    it.each<[string, (grant: { id: string; refreshToken: string }) => Promise<unknown>]>([
      [
        'after its successor was used',
        async ({ refreshToken }) => {
          const { body } = await world.refresh(project, refreshToken)
          await world.refresh(project, body.refresh_token)
        },
      ],
      [
        'after a minute',
        async ({ id, refreshToken }) => {
          await world.refresh(project, refreshToken)
          await world.db
            .updateTable('oauth_refresh_tokens')
            .set({ used_at: sql<string>`used_at - ${refreshRetrySeconds} * interval '1 second'` })
            .where('grant_id', '=', Number(id))
            .execute()
        },
      ],
      [
        'more often than any network loses answers',
        async ({ refreshToken }) => {
          for (let i = 0; i <= maxRefreshRetries; i++) {
            expect((await world.refresh(project, refreshToken)).status).toBe(200)
          }
        },
      ],
    ])(
      'with one that was used before, %s, end the whole grant, for its owner too',
      async (_name, before) => {
        const grant = await world.grantFor(project)
        await before(grant)
        expect(await told(world.refresh(project, grant.refreshToken))).toEqual(REFUSED)
        expect(await readEndReason(grant.id)).toBe('refresh_token_used_twice')
        const { status } = await world.refresh(project, grant.refreshToken)
        expect(status).toBe(400)
      },
    )

    it('whose answer was lost are not given to another program, nor after the grant ended', async () => {
      const grant = await world.grantFor(project)
      const { body } = await world.refresh(project, grant.refreshToken)
      const other = { client_id: 'program_other' }
      expect(await told(world.refresh(project, grant.refreshToken, other))).toEqual(REFUSED)
      expect(await readEndReason(grant.id)).toBeNull()
      await world.db
        .updateTable('oauth_grants')
        .set({ ended_at: sql<string>`clock_timestamp()`, end_reason: 'revoked_by_person' })
        .where('id', '=', Number(grant.id))
        .execute()
      expect(await told(world.refresh(project, grant.refreshToken))).toEqual(REFUSED)
      expect(await told(world.refresh(project, body.refresh_token))).toEqual(REFUSED)
    })

    it.each<[string, object]>([
      ['as a list', { scopes: ['mcp:read'] }],
      ['as text', { scope: 'mcp:read' }],
    ])('may be for less, %s, and for all again later', async (_name, more) => {
      const grant = await world.grantFor(project)
      const { body } = await world.refresh(project, grant.refreshToken, more)
      expect([body.scope, decodeJwt(body.access_token).scope]).toEqual(['mcp:read', 'mcp:read'])
      expect(await told(world.refresh(project, body.refresh_token, { scopes: [] }))).toEqual([
        200,
        'mcp:read mcp:write',
      ])
    })

    it('are never for more: it is refused, and the token stays good', async () => {
      const grant = await world.grantFor(project)
      for (const scopes of [['mcp:action'], ['mcp:read', 'mcp:admin'], ['nonsense']]) {
        expect(await told(world.refresh(project, grant.refreshToken, { scopes }))).toEqual([
          400,
          'invalid_scope',
        ])
      }
      expect(await told(world.refresh(project, grant.refreshToken))).toEqual([
        200,
        'mcp:read mcp:write',
      ])
    })

    it('lose mcp:admin with the level that allowed it', async () => {
      const { id } = await world.seed.member(project, 'admin')
      const grant = await world.grantFor(project, { userId: id, scope: 'mcp:read mcp:admin' })
      const only = await world.grantFor(project, { userId: id, scope: 'mcp:admin' })
      await world.db
        .updateTable('members')
        .set({ permission_level: 'developer' })
        .where('user_id', '=', id)
        .execute()
      expect(await told(world.refresh(project, grant.refreshToken))).toEqual([200, 'mcp:read'])
      expect(await told(world.refresh(project, only.refreshToken))).toEqual(REFUSED)
    })

    it('are refused to another program and another environment, and stay good', async () => {
      const grant = await world.grantFor(project)
      const other = { client_id: 'program_other' }
      expect(await told(world.refresh(project, grant.refreshToken, other))).toEqual(REFUSED)
      expect(await told(world.refresh(await world.project(), grant.refreshToken))).toEqual(REFUSED)
      expect((await told(world.refresh(project, grant.refreshToken)))[0]).toBe(200)
    })

    it('are refused after eight days', async () => {
      const grant = await world.grantFor(project)
      await world.db
        .updateTable('oauth_refresh_tokens')
        .set({ expires_at: sql<string>`expires_at - ${691_200} * interval '1 second'` })
        .where('grant_id', '=', Number(grant.id))
        .execute()
      expect(await told(world.refresh(project, grant.refreshToken))).toEqual(REFUSED)
      expect(await readEndReason(grant.id)).toBeNull()
    })

    it('keep the program from being forgotten', async () => {
      const grant = await world.grantFor(project)
      const used = () =>
        world.db
          .selectFrom('oauth_clients')
          .select(sql<boolean>`last_used_at > clock_timestamp() - interval '1 hour'`.as('isRecent'))
          .where('client_id', '=', grant.clientId)
          .executeTakeFirst()
      await world.db
        .updateTable('oauth_clients')
        .set({ last_used_at: sql<string>`clock_timestamp() - interval '80 days'` })
        .where('client_id', '=', grant.clientId)
        .execute()
      await world.refresh(project, grant.refreshToken)
      expect(await used()).toEqual({ isRecent: true })
    })
  })

  describe('of one kind', () => {
    let grant: Awaited<ReturnType<GrantWorld['grantFor']>>
    beforeEach(async () => {
      grant = await world.grantFor(project, { scope: 'mcp:read mcp:action' })
    })
    const authorization = (token: string, of = project) =>
      ask(world.service.url, 'GET', `/agent-api/renderings/${of.renderingId}/authorization`, {
        headers: { 'service-secret-key': of.environment.secret, 'service-token': token },
      })
    const readStatus = async (token: string, of = project) =>
      (await authorization(token, of)).status
    const requestAction = (token: string, renderingId = project.renderingId) =>
      ask(world.service.url, 'POST', '/agent-api/action-approvals', {
        headers: {
          authorization: `Bearer ${token}`,
          'service-rendering-id': String(renderingId),
        },
        body: {
          data: {
            attributes: { action_name: 'Refund', collection_name: 'orders', record_ids: ['1'] },
          },
        },
      })

    it('tell the agent who the person is, like those of a sign-in', async () => {
      const { status, body } = await authorization(grant.accessToken)
      expect([status, body.data.attributes]).toMatchObject([
        200,
        { email: project.admin.email, teams: ['Operations'] },
      ])
    })

    it('are refused where another kind is due', async () => {
      expect(await readStatus(grant.refreshToken)).toBe(401)
      expect(await told(world.refresh(project, grant.accessToken))).toEqual(REFUSED)
      const bearer = { authorization: `Bearer ${grant.accessToken}` }
      const name = encodeURIComponent(project.name)
      for (const path of ['/api/me', '/api/me/grants', `/v1/project/${name}/admin-logs`]) {
        expect((await ask(world.service.url, 'GET', path, { headers: bearer })).status).toBe(401)
      }
    })

    it('are refused when they were signed by somebody else, or for something else', async () => {
      const claims = decodeJwt(grant.accessToken)
      const { kid = '' } = decodeProtectedHeader(grant.accessToken)
      const forged = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid, typ: 'grant-access+jwt' })
        .sign(new TextEncoder().encode(project.environment.secret))
      const unsigned = `${Buffer.from('{"alg":"none","typ":"grant-access+jwt"}').toString('base64url')}.${grant.accessToken.split('.')[1]}.`
      const approval = await openSigner(world.service.deps, 'approval')
      const refresh = await openSigner(world.service.deps, 'grant-refresh')
      const own = await openSigner(world.service.deps, 'grant-access')
      const past = Math.floor(Date.now() / 1000) - 10
      for (const token of [
        forged,
        unsigned,
        await approval(claims),
        await refresh(claims),
        await own({ ...claims, exp: past }),
        await own({ ...claims, aud: 'grant-access:999' }),
        await own({ ...claims, grant_id: '999999' }),
        `${grant.accessToken.slice(0, -2)}xx`,
        'a.b.c',
      ]) {
        expect(await readStatus(token)).toBe(401)
      }
      expect(await readStatus(await own(claims))).toBe(200)
    })

    it('are verified by keys that are not published, also after these were replaced', async () => {
      const { kid } = decodeProtectedHeader(grant.accessToken)
      const { body } = await ask(world.service.url, 'GET', '/oidc/jwks')
      expect(body.keys.map((key: { kid: string }) => key.kid)).not.toContain(kid)
      await rotateKey(world.db, world.service.deps.secrets, 'grant-access')
      expect(await readStatus(grant.accessToken)).toBe(200)
      const { body: next } = await world.refresh(project, grant.refreshToken)
      expect(decodeProtectedHeader(next.access_token).kid).not.toBe(kid)
      expect(await readStatus(next.access_token)).toBe(200)
    })

    it('count in their own rendering, until the grant ends', async () => {
      const other = await world.project()
      expect(await readStatus(grant.accessToken, other)).toBe(403)
      const { body } = await world.refresh(project, grant.refreshToken)
      await world.refresh(project, body.refresh_token)
      await world.refresh(project, grant.refreshToken)
      expect(await readStatus(grant.accessToken)).toBe(401)
    })

    it('ask for approvals only when actions were allowed', async () => {
      const requested = await requestAction(grant.accessToken)
      expect([requested.status, requested.body.code]).toEqual([403, 'action_not_allowed'])
      const reader = await world.grantFor(project, { scope: 'mcp:read' })
      const refused = await requestAction(reader.accessToken)
      expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_scope'])
      const elsewhere = await requestAction(grant.accessToken, project.renderingId + 1)
      expect([elsewhere.status, elsewhere.body.code]).toEqual([403, 'other_rendering'])
    })
  })

  it('are for the address that was asked for, or tell of none', async () => {
    const clientId = await world.program()
    const { verifier, parameters } = world.requestFor(project, clientId)
    const { resource: _, ...rest } = parameters
    const sent = await world.consent(rest, await world.seed.session(project.admin.id))
    const { body } = await world.token(project, {
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: PROGRAM_URL,
      code: new URL(sent.headers.get('location') ?? '').searchParams.get('code'),
      code_verifier: verifier,
    })
    expect(decodeJwt(body.access_token)).not.toHaveProperty('resource')
  })
})

describe.skipIf(!inject('postgresUrl'))('a grant over two instances', () => {
  it('is refreshed on both at once: both give the same refresh token, and the grant lives', async () => {
    const world = await startGrantWorld(inject('postgresUrl'))
    const sibling = await world.service.startSibling()
    try {
      const project = await world.project()
      const { refreshToken } = await world.grantFor(project)
      const answers = await Promise.all(
        [sibling.url, world.service.url].map(at => world.refresh(project, refreshToken, {}, at)),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(answers[0]?.body.refresh_token).toBe(answers[1]?.body.refresh_token)
      const { ended_at } = await world.db
        .selectFrom('oauth_grants')
        .select('ended_at')
        .executeTakeFirstOrThrow()
      expect(ended_at).toBeNull()
    } finally {
      await sibling.stop()
      await world.stop()
    }
  })
})
