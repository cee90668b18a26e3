import type { Route } from '../../http/route.js'

export const ssoRoutes: readonly Route[] = []
