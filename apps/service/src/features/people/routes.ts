import type { Route } from '../../http/route.js'

export const peopleRoutes: readonly Route[] = []
