import { z } from 'zod'
import { personRoute, type Route } from '../../http/route.js'
import { ActivityLogDocument, ActivityLogEnd, FlatActivityLog } from './activity-log-request.js'
import {
  endActivityLogRequest,
  type WrittenRequest,
  writeActivityLogRequest,
} from './write-activity-log-request.js'

const WrittenActivityLog = z
  .object({
    data: z.object({
      id: z.string().describe('The id of the entry in lists of activity logs'),
      type: z.literal('activity-logs-requests'),
      attributes: z.object({
        index: z.string().describe('Opaque: send it back to report how the action ended'),
      }),
    }),
  })
  .meta({ id: 'WrittenActivityLog' })

const toDocument = ({ id, index }: WrittenRequest): z.output<typeof WrittenActivityLog> => ({
  data: { id, type: 'activity-logs-requests', attributes: { index } },
})

const common = {
  tag: 'Agent',
  accessTokens: true,
  errors: {
    insufficient_scope: 'The person did not grant the client this scope.',
    not_in_team: 'The person is not in the team of the rendering.',
    other_rendering: 'The access token is for another rendering.',
  },
} as const

const description = `
For programs that act for somebody who signed in, such as an MCP server of an agent that writes no
log itself. The author is the person of the token, whatever the body says.
`.trim()

/** Routes for clients that write entries on behalf of a person: before an action, and when it has failed. */
export const activityLogRequestRoutes: readonly Route[] = [
  personRoute(
    {
      ...common,
      method: 'post',
      path: '/agent-api/activity-logs-requests',
      summary: 'Record what an AI client starts to do for a person, as JSON:API',
      description,
      body: ActivityLogDocument,
      response: WrittenActivityLog,
      status: 201,
    },
    async call => toDocument(await writeActivityLogRequest(call, call.body)),
  ),
  personRoute(
    {
      ...common,
      method: 'post',
      path: '/agent-api/activity-logs-requests/mcp',
      summary: 'The same as a flat object',
      description,
      body: FlatActivityLog,
      response: WrittenActivityLog,
      status: 201,
    },
    async call => toDocument(await writeActivityLogRequest(call, call.body)),
  ),
  personRoute(
    {
      ...common,
      method: 'patch',
      path: '/agent-api/activity-logs-requests/{index}/{entryId}/status',
      summary: 'Tell how it ended',
      description:
        'A failure is written as a separate entry with its own label. Only the person of the entry may report it, for 24 hours.',
      params: z.object({ index: z.string(), entryId: z.string() }),
      body: ActivityLogEnd,
      status: 204,
    },
    async call => {
      const { index, entryId: id } = call.params
      await endActivityLogRequest(call, { id, index }, call.body.status)
      return undefined
    },
  ),
]
