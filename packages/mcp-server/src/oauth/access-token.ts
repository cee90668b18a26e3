import { isScope, splitScopes } from '@service/authorization'
import { createKeyRing, deriveKey } from '@service/tokens'
import type { Addresses, McpSession } from '../contracts.js'

/** What is written into an access token. */
interface AccessClaims {
  readonly userId: number
  readonly renderingId: number
  readonly roleId: number
  readonly clientId: string
  readonly grantId: string
  readonly scopes: readonly string[]
}

interface SignedClaims {
  readonly sub: string
  readonly renderingId: number
  readonly roleId: number
  readonly client_id: string
  readonly grant_id: string
  readonly scope: string
  readonly exp: number
}

/** Tokens that open the MCP endpoint, and nothing else. */
export interface AccessTokens {
  issue(claims: AccessClaims, addresses: Addresses, lifetime: number): Promise<string>
  /** Rejects with an error of the library unless the token is genuine, unexpired and for this endpoint. */
  verify(token: string, addresses: Addresses): Promise<McpSession>
}

const purpose = 'mcp-access'

export function createAccessTokens(authSecrets: readonly [string, ...string[]]): AccessTokens {
  const keys = createKeyRing(authSecrets, secret => deriveKey(secret, purpose))
  return {
    issue(claims, { issuer, resource }, lifetime) {
      const now = Math.floor(Date.now() / 1000)
      const signed: SignedClaims = {
        sub: String(claims.userId),
        renderingId: claims.renderingId,
        roleId: claims.roleId,
        client_id: claims.clientId,
        grant_id: claims.grantId,
        scope: claims.scopes.join(' '),
        exp: now + lifetime,
      }
      const jti = crypto.randomUUID()
      return keys.sign({ ...signed, iss: issuer, aud: resource, iat: now, jti }, purpose)
    },
    async verify(token, { issuer, resource }) {
      const claims = await keys.verify<SignedClaims>(token, {
        algorithms: ['HS256'],
        typ: purpose,
        issuer,
        audience: resource,
        requiredClaims: ['sub', 'renderingId', 'roleId', 'client_id', 'grant_id', 'scope', 'exp'],
      })
      return {
        userId: Number(claims.sub),
        renderingId: claims.renderingId,
        roleId: claims.roleId,
        clientId: claims.client_id,
        grantId: claims.grant_id,
        scopes: new Set(splitScopes(claims.scope).filter(isScope)),
        expiresAt: claims.exp * 1000,
      }
    },
  }
}
