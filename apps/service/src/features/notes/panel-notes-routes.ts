import type { Route } from '../../http/route.js'

export const panelNotesRoutes: readonly Route[] = []
