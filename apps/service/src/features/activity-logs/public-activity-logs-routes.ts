import type { Route } from '../../http/route.js'

export const publicActivityLogsRoutes: readonly Route[] = []
