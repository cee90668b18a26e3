/** What of a project can be changed. */
export const adminResources = [
  'user-project',
  'invitation',
  'welcome-link',
  'password-link',
  'email',
  'two-factors',
  'team',
  'role',
  'role-rights',
  'view-as-role',
  'scope',
  'segment',
  'chart',
  'dashboard',
  'view',
  'layout',
  'approval',
  'environment',
  'project',
  'customizations',
  'token',
  'grant',
  'sso',
  'ip-rules',
  'retention',
  'job',
] as const

export const adminChanges = ['add', 'update', 'remove', 'initial'] as const
export const adminInitiators = ['administrator', 'identityProvider', 'service'] as const
