import type { Route } from '../../http/route.js'

export const scopeRoutes: readonly Route[] = []
