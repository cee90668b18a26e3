import type { Route } from '../../http/route.js'
import { namedResourceRoutes } from '../projects/named-resource-routes.js'
import { refuseUsedRole } from './refuse-used-role.js'
import { rightsRoutes } from './rights-routes.js'

/** Routes for roles and their permissions in each environment. */
export const roleRoutes: readonly Route[] = [
  ...namedResourceRoutes({
    table: 'roles',
    noun: 'role',
    readLevel: 'admin',
    aboutNew: 'A new role has no rights in any environment.',
    inUse: {
      role_in_use: 'A person or an open invitation has the role, or the SSO connection names it.',
    },
    refuseUsed: refuseUsedRole,
  }),
  ...rightsRoutes,
]
