import type { TokenTimes } from '../../../core/settings/token-times.js'

/** What a token may do; `all` includes every other. */
export const tokenScopes = [
  'activity_logs:read',
  'admin_logs:read',
  'notes:read',
  'notes:write',
  'all',
] as const
export type TokenScope = (typeof tokenScopes)[number]

/** A token of the public API, without its secret. */
export interface ApiToken extends TokenTimes {
  readonly id: number
  readonly name: string
  readonly scopes: readonly TokenScope[]
  readonly permissionLevel: 'read-only' | 'read-write'
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly createdBy: { readonly id: number; readonly username: string; readonly email: string }
}
