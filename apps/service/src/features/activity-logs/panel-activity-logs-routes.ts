import type { Route } from '../../http/route.js'

export const panelActivityLogsRoutes: readonly Route[] = []
