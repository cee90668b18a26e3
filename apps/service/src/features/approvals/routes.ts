import type { Route } from '../../http/route.js'

export const approvalRoutes: readonly Route[] = []
