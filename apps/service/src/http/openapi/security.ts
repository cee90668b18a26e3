import { ENVIRONMENT_SECRET_HEADER } from '../access/find-agent.js'
import { CSRF_HEADER, SESSION_COOKIE } from '../access/find-person.js'
import type { Access, Route } from '../route.js'
import type { Operation, SecurityScheme } from './types.js'

export const securitySchemes: Readonly<Record<string, SecurityScheme>> = {
  apiToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'A token of a project, created by one of its Admins and shown once: svc_…',
  },
  personalToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'A token of a person, for the administration API: svcp_…',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description:
      'The session cookie, set by signing in. Over https its name begins with `__Host-`, below a path with `__Secure-`.',
  },
  csrfToken: {
    type: 'apiKey',
    in: 'header',
    name: CSRF_HEADER,
    description: 'The csrfToken of the session. Every change made in a session needs it.',
  },
  environmentSecret: {
    type: 'apiKey',
    in: 'header',
    name: ENVIRONMENT_SECRET_HEADER,
    description: 'The secret of an environment, for agents.',
  },
}

/** The security requirements of a route: alternatives, or none. */
export function describeSecurity({ access, method }: Route): Operation['security'] {
  const session: Operation['security'][number] =
    method === 'get' ? { session: [] } : { session: [], csrfToken: [] }
  switch (access.kind) {
    case 'open':
      return []
    case 'token':
      return [{ apiToken: [] }]
    case 'agent':
      return [{ environmentSecret: [] }]
    case 'session':
      return [session]
    case 'member':
      return access.sessionOnly ? [session] : [session, { personalToken: [] }]
    default:
      return [session, { personalToken: [] }]
  }
}

/** One sentence on who may call the route. */
export function accessSentence(access: Access): string | undefined {
  switch (access.kind) {
    case 'token':
      return `Needs a token with the scope \`${access.scope}\`.`
    case 'member':
      return levelSentence(access)
    case 'owner':
      return 'Needs an owner of the installation.'
    case 'session':
      return 'Needs a session; personal tokens are rejected.'
    default:
      return undefined
  }
}

function levelSentence({
  level,
  ownLevel,
  sessionOnly,
}: Extract<Access, { kind: 'member' }>): string {
  const own = ownLevel && `, or \`${ownLevel}\` in an environment of your own`
  const session = sessionOnly && ' Needs a session; personal tokens are rejected.'
  return `Needs the permission level \`${level}\` in the project${own ?? ''}.${session || ''}`
}
