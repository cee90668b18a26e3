import { createHmac } from 'node:crypto'
import { jwtVerify, SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { createSessionTokens } from './session-token.js'

const secret = 'an auth secret for tests'
const key = new TextEncoder().encode(secret)
const tokens = createSessionTokens(secret)
const ada = {
  id: 7,
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'L',
  team: 'Operations',
  role: 'Support',
  permissionLevel: 'user',
  tags: { region: 'FR' },
}

const mint = (claims: Record<string, unknown>, header: { alg: string } = { alg: 'HS256' }) =>
  new SignJWT(claims).setProtectedHeader(header).setIssuedAt().setExpirationTime('1h').sign(key)

const refusal = (token: string) => {
  try {
    tokens.verify(token)
    return 'accepted'
  } catch (error) {
    const { status, message } = error as Error & { status: number }
    return `${status} ${message}`
  }
}

describe('issue', () => {
  it('makes a token that another JWT library verifies, good for one hour', async () => {
    const { token, claims } = tokens.issue(ada, 12)
    const { payload, protectedHeader } = await jwtVerify(token, key, { audience: 'agent' })
    expect(protectedHeader).toEqual({ alg: 'HS256', typ: 'JWT' })
    expect(payload).toEqual(claims)
    expect(payload).toMatchObject({ ...ada, renderingId: 12, typ: 'session', aud: 'agent' })
    expect(claims.exp - claims.iat).toBe(3600)
  })

  it('makes a token that it accepts itself', () => {
    const { token, claims } = tokens.issue(ada, 12)
    expect(tokens.verify(token)).toEqual({
      userId: 7,
      renderingId: 12,
      role: 'Support',
      expiresAt: claims.exp * 1000,
    })
  })
})

describe('verify', () => {
  it('accepts a session minted by a tool that knows neither typ nor aud', async () => {
    const session = tokens.verify(await mint({ id: 7, renderingId: 12 }))
    expect(session).toMatchObject({ userId: 7, renderingId: 12 })
  })

  it('accepts numeric texts and the snake_case rendering', async () => {
    const session = tokens.verify(await mint({ id: '7', rendering_id: '12' }))
    expect(session).toMatchObject({ userId: 7, renderingId: 12 })
  })

  it.each([
    ['another kind of token', { typ: 'approval' }],
    ['a token for another audience', { aud: 'mcp' }],
  ])('refuses %s', async (_, claims) => {
    const token = await mint({ id: 7, renderingId: 12, ...claims })
    expect(refusal(token)).toBe('401 The token is not a session token.')
  })

  it('refuses a token signed with another secret', async () => {
    const other = createSessionTokens('another secret').issue(ada, 12).token
    expect(refusal(other)).toBe('401 The signature of the session token is wrong.')
  })

  it('refuses a token whose payload was edited', () => {
    const [head, , signature] = tokens.issue(ada, 12).token.split('.')
    const payload = Buffer.from(JSON.stringify({ id: 1, renderingId: 1 })).toString('base64url')
    expect(refusal(`${head}.${payload}.${signature}`)).toMatch(/^401 The signature/)
  })

  it('refuses a signature with a bit that decodes to nothing', () => {
    const { token } = tokens.issue(ada, 12)
    expect(refusal(`${token}=`)).toMatch(/^401 The signature/)
  })

  it('refuses alg none', () => {
    const token = new UnsecuredJWT({ id: 7, renderingId: 12 }).setExpirationTime('1h').encode()
    expect(refusal(token)).toBe('401 The session token is malformed.')
    expect(refusal(`${token}x`)).toBe('401 The session token is not signed with HS256.')
  })

  it('refuses HS512 under the same secret', async () => {
    const token = await mint({ id: 7, renderingId: 12 }, { alg: 'HS512' })
    expect(refusal(token)).toBe('401 The session token is not signed with HS256.')
  })

  it('refuses a critical header it does not understand', () => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const signed = `${encode({ alg: 'HS256', crit: ['x'], x: 1 })}.${encode({ id: 7 })}`
    const signature = createHmac('sha256', secret).update(signed).digest('base64url')
    expect(refusal(`${signed}.${signature}`)).toMatch(/^401/)
  })

  it('refuses an expired, a not yet valid and an endless token', async () => {
    const claims = { id: 7, renderingId: 12 }
    const sign = (token: SignJWT) => token.setProtectedHeader({ alg: 'HS256' }).sign(key)
    const now = Math.floor(Date.now() / 1000)
    expect(refusal(await sign(new SignJWT(claims).setExpirationTime(now - 1)))).toMatch(/expired/)
    expect(
      refusal(await sign(new SignJWT({ ...claims, nbf: now + 60 }).setExpirationTime('1h'))),
    ).toMatch(/has not begun/)
    expect(refusal(await sign(new SignJWT(claims)))).toMatch(/has no end/)
  })

  it.each(['', 'x', 'a.b', 'a.b.c', 'a.b.c.d', '..', `${'x'.repeat(9000)}.y.z`])(
    'refuses %s as malformed',
    token => {
      expect(refusal(token)).toMatch(/^401/)
    },
  )

  it('refuses a session without a user or a rendering', async () => {
    expect(refusal(await mint({ renderingId: 12 }))).toMatch(/no user or no rendering/)
    expect(refusal(await mint({ id: 'ada', renderingId: 12 }))).toMatch(/no user/)
    expect(refusal(await mint({ id: 7 }))).toMatch(/no rendering/)
  })
})
