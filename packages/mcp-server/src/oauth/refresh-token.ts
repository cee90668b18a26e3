import { createEncryptionKeyRing } from '@service/tokens'
import type { Addresses } from '../contracts.js'

/** What a refresh token holds; whoever has the token cannot read it. */
export interface RefreshClaims {
  readonly clientId: string
  readonly grantId: string
  readonly userId: number
  readonly roleId: number
  /** The refresh token of the service. */
  readonly serviceToken: string
  /** When the person signed in, in seconds since 1970; refreshing keeps it. */
  readonly startedAt: number
}

/** Tokens that open the token endpoint, and nothing else. */
export interface RefreshTokens {
  encrypt(claims: RefreshClaims, addresses: Addresses, lifetime: number): Promise<string>
  /** Rejects with an error of the library unless the token is genuine, unexpired and of this issuer. */
  open(token: string, addresses: Addresses): Promise<RefreshClaims>
}

const purpose = 'mcp-refresh'

export function createRefreshTokens(authSecrets: readonly [string, ...string[]]): RefreshTokens {
  const keyRing = createEncryptionKeyRing(authSecrets, purpose)
  return {
    encrypt(claims, { issuer }, lifetime) {
      const now = Math.floor(Date.now() / 1000)
      const jti = crypto.randomUUID()
      const times = { iat: now, exp: now + lifetime }
      return keyRing.encrypt({ ...claims, iss: issuer, aud: issuer, jti, ...times }, purpose)
    },
    open: (token, { issuer }) =>
      keyRing.decrypt<RefreshClaims>(token, {
        typ: purpose,
        issuer,
        audience: issuer,
        requiredClaims: ['exp', 'clientId', 'grantId', 'serviceToken'],
      }),
  }
}
