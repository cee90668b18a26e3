import type { Route } from '../../http/route.js'

export const teamRoutes: readonly Route[] = []
