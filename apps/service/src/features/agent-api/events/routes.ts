import { ENVIRONMENT_SECRET_HEADER } from '../../../http/access/find-agent.js'
import { readHeader } from '../../../http/aliases.js'
import { respondWithEvents } from '../../../http/event-stream.js'
import { agentRoute, type Route } from '../../../http/route.js'
import { hashSecret } from '../../../secrets/token-format.js'

const description = `
A stream of server-sent events that stays open: \`refresh-users\`, \`refresh-roles\`,
\`refresh-renderings\` with \`{renderingIds}\`, \`refresh-ip-rules\`, \`refresh-grants\` and
\`refresh-customizations\` say which document to ask for again; \`heartbeat\` comes at once and then
regularly. Every event has an id. Sent back as \`Last-Event-ID\`, it brings what was missed: at most one
event of each kind.
`.trim()

/** The event stream that notifies agents of changes. */
export const eventRoutes: readonly Route[] = [
  agentRoute(
    {
      method: 'get',
      path: '/agent-api/events',
      tag: 'Agent',
      summary: 'Receive changes as server-sent events',
      description,
      headers: { 'Last-Event-ID': 'The id of the last event that was received.' },
      contentType: 'text/event-stream',
    },
    async ({ deps, environment, request }) => {
      const secret = readHeader(request, ENVIRONMENT_SECRET_HEADER) ?? ''
      const body = await deps.events.open({
        environmentId: environment.id,
        secretHash: hashSecret(secret).toString('hex'),
        address: request.address,
        lastEventId: request.header('last-event-id'),
        signal: request.signal,
      })
      request.stopCounting()
      return respondWithEvents(body)
    },
  ),
]
