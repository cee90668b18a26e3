import { type JWTPayload, UnsecuredJWT } from 'jose'
import type { Reply } from './start-wire-service.js'

export const resource = 'https://agent.example.com/mcp'

/** The response of the token endpoint; its signature is not verified by agents. */
export function wireGrant(now: number, claims: JWTPayload = {}): Reply {
  const seconds = Math.floor(now / 1000)
  const access = {
    sub: '7',
    meta: { renderingId: 5 },
    scope: 'mcp:read mcp:write',
    grant_id: 'grant-1',
    resource,
    exp: seconds + 3600,
    ...claims,
  }
  return {
    body: {
      access_token: new UnsecuredJWT(access).encode(),
      refresh_token: new UnsecuredJWT({ exp: seconds + 691_200 }).encode(),
      expires_in: 3600,
      token_type: 'Bearer',
      scope: access.scope,
    },
  }
}
