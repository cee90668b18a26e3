import type { Route } from '../../http/route.js'

export const invitationRoutes: readonly Route[] = []
