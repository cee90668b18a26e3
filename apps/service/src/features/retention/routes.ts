import type { Route } from '../../http/route.js'

export const retentionRoutes: readonly Route[] = []
