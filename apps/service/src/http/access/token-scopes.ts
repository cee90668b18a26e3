/** The scopes of a token; `all` includes every other. */
export const tokenScopes = [
  'activity_logs:read',
  'admin_logs:read',
  'notes:read',
  'notes:write',
  'all',
] as const
export type TokenScope = (typeof tokenScopes)[number]
