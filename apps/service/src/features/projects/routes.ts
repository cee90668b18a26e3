import type { Route } from '../../http/route.js'

export const projectRoutes: readonly Route[] = []
