import { z } from 'zod'
import { agentRoute, type Route } from '../../http/route.js'
import { ActivityLogBatch } from './activity-log-input.js'
import { sortEntries } from './sort-entries.js'
import { writeActivityLogs } from './write-activity-logs.js'

const ActivityLogsWritten = z
  .object({
    written: z.int().describe('Entries that were new'),
    repeated: z.int().describe('Entries whose key was already written'),
    refused: z
      .array(z.object({ index: z.int(), message: z.string() }))
      .describe('Entries that were not written, by their index in the batch, and why'),
  })
  .meta({ id: 'ActivityLogsWritten' })

const description = `
Writes the entries of the batch in their order. An entry whose \`key\` was written in the last 30
days is skipped, so a batch whose answer was lost can be sent again. One that cannot be written is
named in \`refused\`, and keeps no other out.

Names of people and teams are kept as they are sent, whether or not anybody is called so now. Those
that are left out are the present ones of a user who is or was a member of the project.
`.trim()

/** Routes with which agents write activity logs. */
export const activityLogWritingRoutes: readonly Route[] = [
  agentRoute(
    {
      method: 'post',
      path: '/agent-api/activity-logs',
      tag: 'Agent',
      summary: 'Write a batch of activity logs',
      description,
      body: ActivityLogBatch,
      response: ActivityLogsWritten,
    },
    async ({ deps, project, environment, body }) => {
      const { fit, refused } = sortEntries(body.entries)
      deps.metrics.refusedEntries(refused.length)
      const target = { id: environment.id, projectId: project.id }
      const { written, repeated } = await deps.store.db
        .transaction()
        .execute(transaction => writeActivityLogs(transaction, target, fit))
      return { written, repeated, refused: [...refused] }
    },
  ),
]
