import type { ComponentType } from 'react'
import { loadSettingsTexts } from '../../texts/catalogue.js'
import { lazyPart } from '../../ui/lazy-part.js'

/** An area loads its texts with its code. */
const load = (importScreen: () => Promise<{ readonly default: ComponentType }>) =>
  lazyPart(async () => {
    const [screen] = await Promise.all([importScreen(), loadSettingsTexts()])
    return screen
  })

/** Every area of the settings by its address, in groups; `level` is the least that opens it. */
export const areaGroups = [
  {
    name: 'account',
    areas: [
      {
        path: 'profile',
        name: 'profile',
        level: 'user',
        Screen: load(() => import('./profile/profile-screen.js')),
      },
      {
        path: 'security',
        name: 'security',
        level: 'user',
        Screen: load(() => import('./security/security-screen.js')),
      },
      {
        path: 'notifications',
        name: 'notifications',
        level: 'user',
        Screen: load(() => import('./notifications/notifications-screen.js')),
      },
      {
        path: 'personal-tokens',
        name: 'personalTokens',
        level: 'user',
        Screen: load(() => import('./personal-tokens/personal-tokens-screen.js')),
      },
      {
        path: 'own-clients',
        name: 'ownClients',
        level: 'user',
        Screen: load(() => import('./own-clients/own-clients-screen.js')),
      },
    ],
  },
  {
    name: 'team',
    areas: [
      {
        path: 'people',
        name: 'people',
        level: 'user',
        Screen: load(() => import('./people/people-screen.js')),
      },
      {
        path: 'teams',
        name: 'teams',
        level: 'user',
        Screen: load(() => import('./teams/teams-screen.js')),
      },
      {
        path: 'roles',
        name: 'roles',
        level: 'admin',
        Screen: load(() => import('./roles/roles-screen.js')),
      },
      {
        path: 'scopes',
        name: 'scopes',
        level: 'admin',
        Screen: load(() => import('./scopes/scopes-screen.js')),
      },
    ],
  },
  {
    name: 'data',
    areas: [
      {
        path: 'environments',
        name: 'environments',
        level: 'user',
        Screen: load(() => import('./environments/environments-screen.js')),
      },
      {
        path: 'segments',
        name: 'segments',
        level: 'editor',
        Screen: load(() => import('./segments/segments-screen.js')),
      },
      {
        path: 'codeless-actions',
        name: 'codelessActions',
        level: 'admin',
        Screen: load(() => import('./codeless-actions/codeless-actions-screen.js')),
      },
    ],
  },
  {
    name: 'safety',
    areas: [
      {
        path: 'project',
        name: 'project',
        level: 'user',
        Screen: load(() => import('./project/project-screen.js')),
      },
      {
        path: 'sso',
        name: 'sso',
        level: 'admin',
        Screen: load(() => import('./sso/sso-screen.js')),
      },
      {
        path: 'api-tokens',
        name: 'apiTokens',
        level: 'admin',
        Screen: load(() => import('./api-tokens/api-tokens-screen.js')),
      },
      {
        path: 'ip-rules',
        name: 'ipRules',
        level: 'admin',
        Screen: load(() => import('./ip-rules/ip-rules-screen.js')),
      },
      {
        path: 'clients',
        name: 'clients',
        level: 'admin',
        Screen: load(() => import('./clients/clients-screen.js')),
      },
    ],
  },
  {
    name: 'logs',
    areas: [
      {
        path: 'activity-logs',
        name: 'activityLogs',
        level: 'admin',
        Screen: load(() => import('./activity-logs/activity-logs-screen.js')),
      },
      {
        path: 'admin-logs',
        name: 'adminLogs',
        level: 'admin',
        Screen: load(() => import('./admin-logs/admin-logs-screen.js')),
      },
      {
        path: 'retention',
        name: 'retention',
        level: 'admin',
        Screen: load(() => import('./retention/retention-screen.js')),
      },
      {
        path: 'jobs',
        name: 'jobs',
        level: 'admin',
        Screen: load(() => import('./jobs/jobs-screen.js')),
      },
    ],
  },
] as const

export type Area = (typeof areaGroups)[number]['areas'][number]
