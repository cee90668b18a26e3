import { z } from 'zod'
import { agentRoute, type Route } from '../../http/route.js'
import { ActivityLogBatch } from './activity-log-input.js'
import { writeActivityLogs } from './write-activity-logs.js'

const ActivityLogsWritten = z
  .object({
    written: z.int().describe('Entries that were new'),
    repeated: z.int().describe('Entries whose key was written before'),
  })
  .meta({ id: 'ActivityLogsWritten' })

const description = `
Writes all entries of the batch, in their order, or none. An entry whose \`key\` was written in the
last 30 days is skipped, so a batch whose answer was lost can be sent again.

The user must be a member of the project, or have been one. \`teamName\` must name a team of the
project, also a deleted one; when it is left out, the first team of the user is taken, and a user
who is in no team makes the batch fail. Names and e-mail addresses are kept as they are now.
`.trim()

/** What agents write: everything people do. */
export const activityLogWritingRoutes: readonly Route[] = [
  agentRoute(
    {
      method: 'post',
      path: '/agent-api/activity-logs',
      tag: 'Agent',
      summary: 'Write a batch of activity logs',
      description,
      body: ActivityLogBatch,
      answer: ActivityLogsWritten,
    },
    ({ deps, project, environment, body }) =>
      deps.store.db
        .transaction()
        .execute(transaction =>
          writeActivityLogs(
            transaction,
            { id: environment.id, projectId: project.id },
            body.entries,
          ),
        ),
  ),
]
