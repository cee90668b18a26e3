import { randomUUID } from 'node:crypto'
import { readGrantType } from '@service/authorization'
import type { Grant, InProcessMcp } from '@service/service-client'
import { decodeJwt, SignJWT } from 'jose'
import type { SandboxKeys } from './keys.js'
import type { SignIn } from './sign-in.js'
import type { Streams } from './streams.js'

/** What programs were let do in an environment. */
export interface Grants {
  /** A code for whoever signs in here: nobody is asked. */
  grantCode(authorizationUrl: string): string
  /** Tokens for a code or a refresh token; rejects with an error of OAuth otherwise. */
  exchange(body: TokenRequest): Promise<object>
  end(grantId: string): Promise<void>
  /** Those that ended, the oldest first. */
  ended(): readonly string[]
}

/** What an agent sends for a program. */
export interface TokenRequest {
  readonly grant_type?: string
  readonly client_id?: string
  readonly code?: string
  readonly code_verifier?: string
  readonly redirect_uri?: string
  readonly refresh_token?: string
  readonly scopes?: readonly string[]
}

export interface GrantSettings {
  readonly inProcessMcp: InProcessMcp
  readonly keys: SandboxKeys
  readonly signIn: SignIn
  readonly streams: Streams
}

export function createGrants({
  inProcessMcp: testApprovals,
  keys,
  signIn,
  streams,
}: GrantSettings): Grants {
  const given = new Set<string>()

  const issueTokens = async (grant: Grant): Promise<object> => {
    given.add(grant.grantId)
    const { userId, grantId, scopes, resource, renderingId, expiresIn } = grant
    const scope = scopes.join(' ')
    const claims = { grant_id: grantId, scope, resource, meta: { renderingId } }
    const accessToken = await sign({ ...claims, jti: randomUUID() }, userId, expiresIn)
    signIn.remember(accessToken, userId)
    return {
      access_token: accessToken,
      refresh_token: await sign({ token: grant.refreshToken }, userId, grant.refreshExpiresIn),
      expires_in: expiresIn,
      token_type: 'Bearer',
      scope,
    }
  }
  const sign = (claims: object, userId: number, seconds: number): Promise<string> => {
    const now = Math.floor(Date.now() / 1000)
    const token = new SignJWT({ ...claims })
      .setSubject(String(userId))
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
    return keys.sign('EdDSA', token, 'JWT')
  }

  return {
    grantCode: url => testApprovals.grantCode(signIn.userId, url),
    async exchange(body) {
      const { client_id: clientId = '', scopes } = body
      const type = readGrantType(body.grant_type, ['authorization_code', 'refresh_token'])
      if (type === 'refresh_token') {
        const token = readRefreshToken(body.refresh_token ?? '')
        return issueTokens(await testApprovals.refresh(clientId, token, scopes))
      }
      const { code = '', code_verifier: codeVerifier = '', redirect_uri: redirectUri } = body
      return issueTokens(
        await testApprovals.exchangeCode({ clientId, code, codeVerifier, redirectUri }),
      )
    },
    async end(grantId) {
      await testApprovals.revoke(grantId)
      streams.send('refresh-grants')
    },
    ended: () => [...given].filter(grantId => testApprovals.hasEnded(grantId)),
  }
}

/** The desk signs its refresh tokens itself; what cannot be read is none of them. */
function readRefreshToken(text: string): string {
  try {
    return String(decodeJwt(text).token ?? '')
  } catch {
    return ''
  }
}
