import type { Route } from '../../http/route.js'

export const roleRoutes: readonly Route[] = []
