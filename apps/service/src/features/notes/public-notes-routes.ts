import type { Route } from '../../http/route.js'

export const publicNotesRoutes: readonly Route[] = []
