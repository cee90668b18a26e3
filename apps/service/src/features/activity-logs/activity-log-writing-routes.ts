import type { Route } from '../../http/route.js'

export const activityLogWritingRoutes: readonly Route[] = []
