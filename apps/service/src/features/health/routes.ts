import { z } from 'zod'
import { openRoute, type Route } from '../../http/route.js'
import { listOpenEnvironments } from '../environments/read-environments.js'

const Health = z.object({ status: z.literal('ok') })
const Readiness = Health.extend({
  openEnvironments: z.number().int().optional().meta({
    description:
      'The number of environments with open rights, where everyone may do everything. Absent when there are none.',
  }),
})

/** Routes for load balancers: whether the process is alive, and whether it can serve requests. */
export const healthRoutes: readonly Route[] = [
  openRoute(
    {
      method: 'get',
      path: '/healthz',
      tag: 'Operations',
      summary: 'Liveness: the process runs',
      response: Health,
    },
    async () => ({ status: 'ok' as const }),
  ),
  openRoute(
    {
      method: 'get',
      path: '/readyz',
      tag: 'Operations',
      summary: 'Readiness: the database can be reached',
      response: Readiness,
    },
    async ({ deps }) => {
      const { length } = await listOpenEnvironments(deps.store.db)
      return { status: 'ok' as const, ...(length > 0 && { openEnvironments: length }) }
    },
  ),
]
