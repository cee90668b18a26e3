import type { Route } from '../../http/route.js'

export const metricsRoutes: readonly Route[] = []
