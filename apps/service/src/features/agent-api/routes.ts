import type { Route } from '../../http/route.js'
import { documentRoutes } from './documents/routes.js'
import { eventRoutes } from './events/routes.js'
import { schemaRoutes } from './schema/routes.js'

/** Routes for agents, except sign-in and activity logs. */
export const agentApiRoutes: readonly Route[] = [...schemaRoutes, ...documentRoutes, ...eventRoutes]
