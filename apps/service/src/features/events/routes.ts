import { ForbiddenError } from '../../errors.js'
import { respondWithEvents } from '../../http/event-stream.js'
import { personRoute, type Route } from '../../http/route.js'

const description = `
A stream of server-sent events that stays open. Each says what to ask for again, by ids alone, and reaches
those who may read it: \`mentions\`, \`notes\`, \`approvals\`, \`layout\`, \`views\`, \`dashboards\` and
\`rights\`. \`refresh\` says that events may have been missed, \`session-ended\` that the session has ended;
the stream ends with it. Events have no ids: after a new connection, ask for everything again.
`.trim()

/** The event stream that notifies the browser of a person. */
export const personEventRoutes: readonly Route[] = [
  personRoute(
    {
      method: 'get',
      path: '/api/events',
      tag: 'Me',
      summary: 'Receive what concerns you as server-sent events',
      description,
      who: 'session',
      contentType: 'text/event-stream',
      errors: {
        rate_limited: 'You have too many event streams open.',
        overloaded: 'Too many event streams are open.',
      },
    },
    async ({ deps, person, request }) => {
      const { id: userId, credential } = person
      if (credential.kind !== 'session') throw new ForbiddenError('This needs a session.')
      const { publicId: sessionId } = credential
      const { signal } = request
      const body = await deps.personEvents.open({ userId, sessionId, signal })
      request.stopCounting()
      return respondWithEvents(body)
    },
  ),
]
