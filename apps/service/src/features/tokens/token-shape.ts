import { z } from 'zod'
import { type TokenScope, tokenScopes } from '../../http/access/token-scopes.js'
import type { Instant } from '../../store/instant.js'

const WRITING: readonly TokenScope[] = ['notes:write', 'all']

/** A token of the public API in the project settings, without its secret. */
export const Token = z
  .object({
    id: z.number(),
    name: z.string(),
    scopes: z.array(z.enum(tokenScopes)),
    permissionLevel: z.enum(['read-only', 'read-write']),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
    expiresAt: z.string().nullable(),
    revokedAt: z.string().nullable(),
    createdBy: z.object({ id: z.number(), username: z.string(), email: z.string() }),
  })
  .meta({ id: 'Token' })

/** The only response that contains the token itself. */
export const NewToken = Token.extend({ token: z.string() }).meta({ id: 'NewToken' })

export interface TokenRow {
  readonly id: number
  readonly name: string
  readonly scopes: readonly string[]
  readonly created_at: Instant
  readonly last_used_at: Instant | null
  readonly expires_at: Instant | null
  readonly revoked_at: Instant | null
  readonly user_id: number
  readonly username: string
  readonly email: string
}

export function toToken(row: TokenRow): z.output<typeof Token> {
  const scopes = row.scopes as TokenScope[]
  return {
    id: row.id,
    name: row.name,
    scopes,
    permissionLevel: scopes.some(scope => WRITING.includes(scope)) ? 'read-write' : 'read-only',
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    createdBy: { id: row.user_id, username: row.username, email: row.email },
  }
}

/** A token as the admin log shows it. */
export function tokenLogValue(row: Omit<TokenRow, 'revoked_at'>): object {
  return {
    object: 'token',
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    ...(row.expires_at !== null && { expiresAt: row.expires_at }),
    user: { object: 'user', id: row.user_id, username: row.username, email: row.email },
  }
}
