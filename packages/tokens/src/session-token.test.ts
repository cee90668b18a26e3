import { createHmac } from 'node:crypto'
import { decodeProtectedHeader, jwtVerify, SignJWT, UnsecuredJWT } from 'jose'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createSessionTokens } from './session-token.js'

const secret = 'an auth secret for tests, long enough'
const key = new TextEncoder().encode(secret)
const tokens = createSessionTokens([secret])
const ada = {
  id: 7,
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'L',
  team: 'Operations',
  role: 'Support',
  roleId: 3,
  permissionLevel: 'user',
  tags: { region: 'FR' },
}
const hour = 3_600_000

const signToken = (claims: Record<string, unknown>, header: { alg: string } = { alg: 'HS256' }) =>
  new SignJWT(claims).setProtectedHeader(header).setIssuedAt().setExpirationTime('1h').sign(key)

/** Signs a token that the library would refuse to sign. */
const signUnchecked = (header: object, claims: object) => {
  const signed = `${encode(header)}.${encode(claims)}`
  return `${signed}.${hmac(signed)}`
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')

const refusal = async (token: string) => {
  try {
    await tokens.verify(token)
    return 'accepted'
  } catch (error) {
    const { status, message } = error as Error & { status: number }
    return `${status} ${message}`
  }
}

describe('issue', () => {
  it('signs with HS256 under the secret itself', async () => {
    const { token } = await tokens.issue(ada, 12)
    const [head, payload, signature] = token.split('.')
    expect(signature).toBe(hmac(`${head}.${payload}`))
  })

  it('makes a token of the profile, good for one hour', async () => {
    const { token, claims } = await tokens.issue(ada, 12)
    const { payload, protectedHeader } = await jwtVerify(token, key, { audience: 'agent' })
    expect(protectedHeader).toEqual({ alg: 'HS256', typ: 'JWT', kid: expect.any(String) })
    expect(payload).toEqual(claims)
    const kind = { typ: 'session', iss: 'agent', aud: 'agent' }
    expect(payload).toMatchObject({ ...ada, renderingId: 12, ...kind })
    expect(claims.exp - claims.iat).toBe(3600)
  })

  it('makes a token that it accepts itself', async () => {
    const { token, claims } = await tokens.issue(ada, 12)
    expect(await tokens.verify(token)).toEqual({
      userId: 7,
      renderingId: 12,
      role: 'Support',
      roleId: 3,
      sessionVersion: 0,
      signedInAt: claims.iat,
      expiresAt: claims.exp * 1000,
    })
  })
})

describe('renew', () => {
  afterEach(() => vi.useRealTimers())

  it('gives another hour at a time, up to twelve hours after the sign-in', async () => {
    vi.useFakeTimers({ now: Date.parse('2030-01-01T08:00:00Z'), toFake: ['Date'] })
    let issued = await tokens.issue(ada, 12)
    const { iat } = issued.claims
    for (let renewals = 1; renewals <= 13; renewals++) {
      vi.setSystemTime(Date.now() + 0.9 * hour)
      issued = await tokens.renew(await tokens.verify(issued.token), ada)
      expect(issued.claims).toMatchObject({ ...ada, renderingId: 12, auth_time: iat })
      expect(issued.claims.exp).toBe(Math.min(issued.claims.iat + 3600, iat + 12 * 3600))
    }
    vi.setSystemTime(iat * 1000 + 12 * hour - 1000)
    const last = await tokens.verify(issued.token)
    vi.setSystemTime(iat * 1000 + 12 * hour)
    expect(await refusal(issued.token)).toBe('401 The session has expired.')
    await expect(tokens.renew(last, ada)).rejects.toThrow(/sign in again/)
  })

  it('does not renew what does not tell when the user signed in', async () => {
    const exp = Math.floor(Date.now() / 1000) + 60
    const token = signUnchecked({ alg: 'HS256' }, { id: 7, renderingId: 12, exp })
    await expect(tokens.renew(await tokens.verify(token), ada)).rejects.toThrow(/sign in again/)
  })
})

describe('a secret that is changed', () => {
  const changed = createSessionTokens(['the next secret', secret])
  const refusedBy = (ring: typeof tokens, token: string) =>
    ring.verify(token).then(
      () => 'accepted',
      error => (error as Error).message,
    )

  it('signs with the new one and names it by kid', async () => {
    const { token } = await changed.issue(ada, 12)
    const kid = ({ token: text }: { token: string }) => decodeProtectedHeader(text).kid
    expect(kid({ token })).not.toBe(kid(await tokens.issue(ada, 12)))
    expect(await refusal(token)).toMatch(/^401 The key of the session token is not known/)
    await jwtVerify(token, new TextEncoder().encode('the next secret'))
  })

  it('keeps the sessions of the old one, with and without kid', async () => {
    const named = await tokens.issue(ada, 12)
    const unnamed = await signToken({ id: 7, renderingId: 12 })
    expect(await changed.verify(named.token)).toMatchObject({ userId: 7 })
    expect(await changed.verify(unnamed)).toMatchObject({ userId: 7 })
    const renewed = await changed.renew(await changed.verify(named.token), ada)
    expect(await refusal(renewed.token)).toMatch(/not known any more/)
  })

  it('ends them when the old one is taken away', async () => {
    const after = createSessionTokens(['the next secret'])
    const unnamed = await signToken({ id: 7, renderingId: 12 })
    expect(await refusedBy(after, (await tokens.issue(ada, 12)).token)).toMatch(
      /not known any more/,
    )
    expect(await refusedBy(after, unnamed)).toMatch(/signature/)
  })

  it('believes a kid only together with the signature of its key', async () => {
    const [head] = (await changed.issue(ada, 12)).token.split('.')
    const signed = `${head}.${encode({ id: 7, renderingId: 12, exp: 9e9 })}`
    expect(await refusedBy(changed, `${signed}.${hmac(signed)}`)).toMatch(/signature/)
  })
})

describe('verify', () => {
  it('accepts a session minted by a tool that knows neither typ nor aud', async () => {
    const session = await tokens.verify(await signToken({ id: 7, renderingId: 12 }))
    expect(session).toMatchObject({ userId: 7, renderingId: 12 })
  })

  it('accepts numeric texts and the snake_case rendering', async () => {
    const session = await tokens.verify(await signToken({ id: '7', rendering_id: '12' }))
    expect(session).toMatchObject({ userId: 7, renderingId: 12 })
  })

  it.each([
    ['another kind of token', { typ: 'approval' }],
    ['a token for another audience', { aud: 'mcp' }],
    ['a token of another issuer', { iss: 'https://agent.example.com/' }],
  ])('takes %s for no session', async (_, claims) => {
    const token = await signToken({ id: 7, renderingId: 12, ...claims })
    expect(await refusal(token)).toBe('401 The token is not a session token.')
  })

  it('refuses a token signed with another secret', async () => {
    const other = await createSessionTokens(['another secret']).issue(ada, 12)
    expect(await refusal(other.token)).toBe(
      '401 The key of the session token is not known any more: sign in again.',
    )
    const [head, payload] = (await tokens.issue(ada, 12)).token.split('.')
    const forged = `${head}.${payload}.${other.token.split('.')[2]}`
    expect(await refusal(forged)).toBe('401 The signature of the session token is wrong.')
  })

  it('refuses a token whose payload was edited', async () => {
    const { token } = await tokens.issue(ada, 12)
    const [head, , signature] = token.split('.')
    const payload = encode({ id: 1, renderingId: 1 })
    expect(await refusal(`${head}.${payload}.${signature}`)).toMatch(/^401 The signature/)
  })

  it('refuses padding and spaces, which decode to nothing', async () => {
    const { token } = await tokens.issue(ada, 12)
    expect(await refusal(`${token}=`)).toBe('401 The session token is malformed.')
    expect(await refusal(token.replace('.', ' .'))).toBe('401 The session token is malformed.')
  })

  it('refuses alg none', async () => {
    const token = new UnsecuredJWT({ id: 7, renderingId: 12 }).setExpirationTime('1h').encode()
    expect(await refusal(token)).toBe('401 The session token is malformed.')
    expect(await refusal(`${token}x`)).toBe('401 The session token is not signed with HS256.')
  })

  it('refuses HS512 under the same secret', async () => {
    const token = await signToken({ id: 7, renderingId: 12 }, { alg: 'HS512' })
    expect(await refusal(token)).toBe('401 The session token is not signed with HS256.')
  })

  it('refuses a critical header it does not understand', async () => {
    const token = signUnchecked({ alg: 'HS256', crit: ['x'], x: 1 }, { id: 7 })
    expect(await refusal(token)).toMatch(/^401 .* an extension/)
  })

  it('refuses an expired, a not yet valid and an endless token', async () => {
    const claims = { id: 7, renderingId: 12 }
    const sign = (token: SignJWT) => token.setProtectedHeader({ alg: 'HS256' }).sign(key)
    const now = Math.floor(Date.now() / 1000)
    const expired = await sign(new SignJWT(claims).setExpirationTime(now - 1))
    const early = await sign(new SignJWT({ ...claims, nbf: now + 60 }).setExpirationTime('1h'))
    const endless = await sign(new SignJWT(claims))
    expect(await refusal(expired)).toBe('401 The session has expired.')
    expect(await refusal(early)).toBe('401 The session has not begun.')
    expect(await refusal(endless)).toBe('401 The session token has no end.')
  })

  it.each(['', 'x', 'a.b', 'a.b.c', 'a.b.c.d', '..', `${'x'.repeat(9000)}.y.z`])(
    'refuses %s as malformed',
    async token => {
      expect(await refusal(token)).toMatch(/^401/)
    },
  )

  it('refuses dates that are not numbers', async () => {
    const signed = (dates: object) =>
      signUnchecked({ alg: 'HS256' }, { id: 7, renderingId: 12, exp: 4e9, ...dates })
    expect(await refusal(signed({}))).toBe('accepted')
    expect(await refusal(signed({ exp: 'never' }))).toBe('401 The session token has no end.')
    expect(await refusal(signed({ nbf: 'now' }))).toBe('401 The session has not begun.')
    expect(await refusal(signed({ iat: {} }))).toBe('401 The session token is malformed.')
  })

  it('refuses a session without a user or a rendering', async () => {
    expect(await refusal(await signToken({ renderingId: 12 }))).toMatch(/no user or no rendering/)
    expect(await refusal(await signToken({ id: 'ada', renderingId: 12 }))).toMatch(/no user/)
    expect(await refusal(await signToken({ id: 7 }))).toMatch(/no rendering/)
  })
})
