import type { Route } from '../../http/route.js'
import { documentRoutes } from './documents/routes.js'
import { eventRoutes } from './events/routes.js'
import { schemaRoutes } from './schema/routes.js'

/** What agents ask of the service, other than signing people in and writing logs. */
export const agentApiRoutes: readonly Route[] = [...schemaRoutes, ...documentRoutes, ...eventRoutes]
