import { z } from 'zod'
import { openRoute, type Route } from '../../http/route.js'
import { listOpenEnvironments } from '../environments/read-environments.js'

const Health = z.object({ status: z.literal('ok') })
const Readiness = Health.extend({
  openEnvironments: z.number().int().optional().meta({
    description:
      'In how many environments rights are open, so that everybody may do everything. Absent: in none.',
  }),
})

/** Routes for load balancers: whether the process is alive, and whether it can serve requests. */
export const healthRoutes: readonly Route[] = [
  openRoute(
    {
      method: 'get',
      path: '/healthz',
      tag: 'Operations',
      summary: 'Tells that the process is alive',
      answer: Health,
    },
    async () => ({ status: 'ok' as const }),
  ),
  openRoute(
    {
      method: 'get',
      path: '/readyz',
      tag: 'Operations',
      summary: 'Tells that the service can answer: its database can be reached',
      answer: Readiness,
    },
    async ({ deps }) => {
      const { length } = await listOpenEnvironments(deps.store.db)
      return { status: 'ok' as const, ...(length > 0 && { openEnvironments: length }) }
    },
  ),
]
