import type { Route } from '../../http/route.js'

export const ipRulesRoutes: readonly Route[] = []
