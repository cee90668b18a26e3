import type { Route } from '../../http/route.js'

export const publicAdminLogsRoutes: readonly Route[] = []
