import type { Route } from '../../http/route.js'

export const panelAdminLogsRoutes: readonly Route[] = []
