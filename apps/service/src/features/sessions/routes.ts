import type { Route } from '../../http/route.js'

export const sessionRoutes: readonly Route[] = []
