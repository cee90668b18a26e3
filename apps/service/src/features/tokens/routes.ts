import type { Route } from '../../http/route.js'

export const tokenRoutes: readonly Route[] = []
