import type { Route } from '../../http/route.js'

export const environmentRoutes: readonly Route[] = []
