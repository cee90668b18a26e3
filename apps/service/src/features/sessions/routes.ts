import { z } from 'zod'
import { NotFoundError } from '../../errors.js'
import { checkOrigin } from '../../http/access/check-origin.js'
import { deriveCsrfToken, readSessionCookie } from '../../http/access/find-person.js'
import { openRoute, personRoute, type Route } from '../../http/route.js'
import { Account, toAccount } from '../me/account.js'
import { emailAddress, triedPassword } from '../people/person-fields.js'
import { endSession, OwnProject, readOwnProjects, readSessions, Session } from './read-sessions.js'
import { clearedSessionCookie } from './session-cookie.js'
import { signIn } from './sign-in.js'

const tag = 'Sessions'
const csrfToken = z.string().meta({ description: "Send it as 'x-csrf-token' with every change" })

/** Routes to sign in and out. */
export const sessionRoutes: readonly Route[] = [
  openRoute(
    {
      method: 'post',
      path: '/api/sessions',
      tag,
      summary: 'Sign in by password',
      description:
        'The session is returned in a cookie. Failed attempts are counted for 15 minutes.',
      body: z.strictObject({ email: emailAddress, password: triedPassword }),
      status: 201,
      response: z.object({ user: Account, csrfToken }).meta({ id: 'SignedIn' }),
      errors: {
        cross_site: 'A page of another site sent the request.',
        rate_limited: 'There were too many attempts.',
        overloaded: 'Too many people are signing in right now.',
      },
    },
    async ({ deps, request, body, headers }) => {
      checkOrigin(request, deps.config)
      const { cookies, ...session } = await signIn(deps, request, body)
      headers['Set-Cookie'] = cookies
      headers['Cache-Control'] = 'no-store'
      return session
    },
  ),
  personRoute(
    {
      method: 'get',
      path: '/api/session',
      tag,
      summary: 'Get the signed-in user',
      who: 'session',
      response: z
        .object({
          user: Account,
          csrfToken,
          method: z.enum(['password', 'sso']),
          projects: z.array(OwnProject),
        })
        .meta({ id: 'CurrentSession' }),
    },
    async ({ deps, request, person, headers }) => {
      headers['Cache-Control'] = 'no-store'
      return {
        user: toAccount(person),
        csrfToken: deriveCsrfToken(readSessionCookie(request, deps.config).secret),
        method: person.credential.kind === 'session' ? person.credential.method : 'password',
        projects: await readOwnProjects(deps, person),
      }
    },
  ),
  personRoute(
    {
      method: 'delete',
      path: '/api/session',
      tag,
      summary: 'Sign out',
      who: 'session',
      status: 204,
    },
    async ({ deps, request, person, headers }) => {
      await endSession(deps, person, readSessionCookie(request, deps.config).publicId)
      headers['Set-Cookie'] = clearedSessionCookie(deps.config)
      return undefined
    },
  ),
  personRoute(
    {
      method: 'get',
      path: '/api/sessions',
      tag,
      summary: 'List your own sessions',
      who: 'session',
      response: z.object({ data: z.array(Session) }),
    },
    async ({ deps, person }) => ({ data: await readSessions(deps, person) }),
  ),
  personRoute(
    {
      method: 'delete',
      path: '/api/sessions/{sessionId}',
      tag,
      summary: 'End one of your own sessions',
      who: 'session',
      params: z.object({
        sessionId: z.string().regex(/^\w{1,64}$/, 'must be the id of a session'),
      }),
      status: 204,
    },
    async ({ deps, person, params }) => {
      if (await endSession(deps, person, params.sessionId)) return undefined
      throw new NotFoundError('You have no such session.')
    },
  ),
]
