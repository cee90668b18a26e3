import { jsonResponse } from '@service/http'
import { failingSources } from '../health.js'
import type { PublicRoute } from './route.js'

/** Tells whether the agent runs and its datasources answer. */
export const health: PublicRoute = {
  method: 'GET',
  path: '/',
  isPublic: true,
  handler: async ({ runtime }) => {
    const failures = await failingSources(runtime)
    if (failures.length === 0) {
      return jsonResponse(200, { error: null, message: 'Agent is running' })
    }
    return jsonResponse(503, {
      error: failures.join(' '),
      message: 'Agent is running, but not all its datasources answer',
    })
  },
}
