/** What an AI client may do in the name of a person. */
export interface Grant {
  readonly id: number
  readonly user: { readonly id: number; readonly username: string; readonly email: string }
  readonly program: { readonly clientId: string; readonly name: string | null }
  readonly project: { readonly id: number; readonly name: string }
  readonly environment: { readonly id: number; readonly name: string }
  readonly team: { readonly id: number; readonly name: string }
  readonly scopes: readonly string[]
  readonly createdAt: string
  readonly lastUsedAt: string
  readonly expiresAt: string
  readonly endedAt: string | null
  readonly endReason: string | null
}

export type GrantState = 'active' | 'expired' | 'ended'

/** Whether a client can still use a grant: one that was not used for days ends by itself. */
export function readGrantState({ endedAt, expiresAt }: Grant, now: Date): GrantState {
  if (endedAt !== null) return 'ended'
  return Date.parse(expiresAt) <= now.getTime() ? 'expired' : 'active'
}

const knownScopes = ['mcp:read', 'mcp:write', 'mcp:action', 'mcp:admin'] as const
type ScopeName = 'read' | 'write' | 'action' | 'admin'

/** The scopes that have words; others are shown as they are. */
export const readScopeName = (scope: string): ScopeName | undefined =>
  (knownScopes as readonly string[]).includes(scope)
    ? (scope.slice('mcp:'.length) as ScopeName)
    : undefined

/** Why a grant ended, where there are words for it. */
export const endReasons = [
  'revoked_by_person',
  'revoked_by_admin',
  'revoked_by_program',
  'code_used_twice',
  'refresh_token_used_twice',
  'left_project',
  'left_team',
  'role_changed',
  'account_disabled',
  'sso_required',
  'password_changed',
  'environment_deleted',
  'project_deleted',
  'program_forgotten',
] as const
