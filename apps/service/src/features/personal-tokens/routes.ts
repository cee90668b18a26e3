import type { Route } from '../../http/route.js'

export const personalTokenRoutes: readonly Route[] = []
