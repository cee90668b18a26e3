import { jsonResponse } from '@service/http'
import type { ActivityLog } from '../activity/activity-log.js'
import type { OutboxFigures } from '../activity/outbox.js'
import { areRightsOpen } from '../gateway/open-rights.js'
import { failingSources } from '../health.js'
import type { PublicRoute } from './route.js'

/** Reports whether the agent runs, its data sources respond, and the service can be reached. */
export const health: PublicRoute = {
  method: 'GET',
  path: '/',
  isPublic: true,
  handler: async ({ runtime }) => {
    const failures = await failingSources(runtime)
    const { status } = runtime.service
    const notes = {
      ...(status.state !== 'connected' && { service: status }),
      ...(areRightsOpen(runtime.service) && { rights: 'open' }),
      ...describeLosses(runtime.activity),
    }
    if (failures.length > 0) {
      const message = 'Agent is running, but not all its datasources respond'
      return jsonResponse(503, { error: failures.join(' '), message, ...notes })
    }
    if (status.state === 'away') {
      const message = 'Agent is running, but has no rights to serve with'
      return jsonResponse(503, {
        error: status.reason ?? 'The service is unavailable.',
        message,
        ...notes,
      })
    }
    const message =
      status.state === 'stale' ? 'Agent is running with the last known rights' : 'Agent is running'
    return jsonResponse(200, { error: null, message, ...notes })
  },
}

/** The entries of the activity log that did not reach the service; absent when there are none. */
function describeLosses(activity: ActivityLog | undefined): {
  readonly activityLog?: Pick<OutboxFigures, 'deadLetters' | 'droppedReads'>
} {
  const { deadLetters = 0, droppedReads = 0 } = activity?.figures ?? {}
  return deadLetters + droppedReads > 0 ? { activityLog: { deadLetters, droppedReads } } : {}
}
