import { sql } from 'kysely'
import { z } from 'zod'
import { openRoute, type Route } from '../../http/route.js'

const Health = z.object({ status: z.literal('ok') })

/** For load balancers: is the process alive, and can it answer. */
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
      answer: Health,
    },
    async ({ deps }) => {
      await sql`select 1`.execute(deps.store.db)
      return { status: 'ok' as const }
    },
  ),
]
