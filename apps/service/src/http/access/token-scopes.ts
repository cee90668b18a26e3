/** Scopes a token may have; `all` stands for every other. */
export const tokenScopes = [
  'activity_logs:read',
  'admin_logs:read',
  'notes:read',
  'notes:write',
  'all',
] as const
export type TokenScope = (typeof tokenScopes)[number]
