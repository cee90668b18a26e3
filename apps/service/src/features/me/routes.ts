import type { Route } from '../../http/route.js'

export const meRoutes: readonly Route[] = []
