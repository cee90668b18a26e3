import type { Route } from '../../http/route.js'

export const noteWritingRoutes: readonly Route[] = []
