import { z } from 'zod'
import { NotFoundError } from '../../errors.js'
import { checkOrigin } from '../../http/access/check-origin.js'
import { deriveCsrfToken, readSessionCookie } from '../../http/access/find-person.js'
import { openRoute, personRoute, type Route } from '../../http/route.js'
import { Account, toAccount } from '../me/account.js'
import { emailAddress, triedPassword } from '../people/person-fields.js'
import { Moment } from '../projects/fields.js'
import { recordSecurityEvent } from '../security-events/security-events.js'
import { PasskeyAssertion, PasskeyOptions, startAuthentication } from '../two-factors/passkeys.js'
import { makeTicket } from '../two-factors/tickets.js'
import { finishSecondStep, signInByPasskey } from './finish-second-step.js'
import {
  endOtherSessions,
  endSession,
  OwnProject,
  readOwnProjects,
  readSessions,
  Session,
} from './read-sessions.js'
import { secondStepMethods } from './second-step.js'
import { clearedSessionCookie } from './session-cookie.js'
import { type SignedIn as SignedInPerson, signIn } from './sign-in.js'

const tag = 'Sessions'
const csrfToken = z.string().meta({ description: "Send it as 'x-csrf-token' with every change" })
const ticket = z.string().max(4_000).meta({ description: 'Of the first step' })

const SignedIn = z.object({ user: Account, csrfToken }).meta({ id: 'SignedIn' })

const SecondStep = z
  .object({
    secondStep: z.object({
      ticket,
      expiresAt: Moment,
      methods: z.array(z.enum(secondStepMethods)),
      passkeyOptions: PasskeyOptions.nullable().meta({
        description: 'For `navigator.credentials.get`; null without passkeys',
      }),
    }),
  })
  .meta({ id: 'SecondStep', description: 'The person is not signed in yet' })

const signInErrors = {
  cross_site: 'A page of another site sent the request.',
  rate_limited: 'There were too many attempts.',
}
const secondStepErrors = {
  ...signInErrors,
  sign_in_expired: 'The first step was too long ago, or the password was changed.',
  wrong_second_factor: 'The code or the passkey is wrong, or was used already.',
}

type Headers = Record<string, string | string[]>

/** The response to whoever has signed in, with the cookies of the session. */
function respondSignedIn(headers: Headers, { cookies, ...session }: SignedInPerson) {
  headers['Set-Cookie'] = cookies
  return session
}

/** Routes to sign in and out. */
export const sessionRoutes: readonly Route[] = [
  openRoute(
    {
      method: 'post',
      path: '/api/sessions',
      tag,
      summary: 'Sign in by password',
      description:
        'The session is returned in a cookie. Somebody with a second factor gets a `secondStep` instead, and no session. Failed attempts are counted for 15 minutes.',
      body: z.strictObject({ email: emailAddress, password: triedPassword }),
      status: 201,
      response: z.union([SignedIn, SecondStep]),
      errors: { ...signInErrors, overloaded: 'Too many people are signing in right now.' },
    },
    async ({ deps, request, body, headers }) => {
      checkOrigin(request, deps.config)
      headers['Cache-Control'] = 'no-store'
      const { signedIn, secondStep } = await signIn(deps, request, body)
      return signedIn ? respondSignedIn(headers, signedIn) : { secondStep: { ...secondStep } }
    },
  ),
  openRoute(
    {
      method: 'post',
      path: '/api/sessions/second-step',
      tag,
      summary: 'Sign in by a second factor',
      description:
        'After the password was right. A code is the one of an authenticator app or a recovery code; each is accepted once. Ten wrong ones block further ones for an hour.',
      body: z.union([
        z.strictObject({ ticket, code: z.string().min(1).max(100) }),
        z.strictObject({ ticket, passkey: PasskeyAssertion }),
      ]),
      status: 201,
      response: SignedIn,
      errors: secondStepErrors,
    },
    async ({ deps, request, body, headers }) => {
      checkOrigin(request, deps.config)
      headers['Cache-Control'] = 'no-store'
      return respondSignedIn(headers, await finishSecondStep(deps, request, body))
    },
  ),
  openRoute(
    {
      method: 'post',
      path: '/api/sessions/passkey-options',
      tag,
      summary: 'Begin to sign in by a passkey alone',
      status: 201,
      response: z.object({ ticket, expiresAt: Moment, options: PasskeyOptions }),
      errors: { cross_site: signInErrors.cross_site },
    },
    async ({ deps, request, headers }) => {
      checkOrigin(request, deps.config)
      headers['Cache-Control'] = 'no-store'
      const options = await startAuthentication(deps, request)
      const { challenge } = options
      return { ...makeTicket(deps, 'passkey sign-in', { challenge }), options: { ...options } }
    },
  ),
  openRoute(
    {
      method: 'post',
      path: '/api/sessions/passkey',
      tag,
      summary: 'Sign in by a passkey alone',
      description:
        'The authenticator must have checked its owner, by PIN, finger or face: the session then has two factors.',
      body: z.strictObject({ ticket, passkey: PasskeyAssertion }),
      status: 201,
      response: SignedIn,
      errors: secondStepErrors,
    },
    async ({ deps, request, body, headers }) => {
      checkOrigin(request, deps.config)
      headers['Cache-Control'] = 'no-store'
      return respondSignedIn(headers, await signInByPasskey(deps, request, body))
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
      path: '/api/sessions',
      tag,
      summary: 'End your other sessions',
      who: 'session',
      response: z.object({ ended: z.number() }),
    },
    async ({ deps, request, person }) => {
      const ended = await endOtherSessions(deps, person)
      if (ended > 0) {
        const event = { userId: person.id, kind: 'sessions-ended', details: { ended } } as const
        await recordSecurityEvent(deps.store.db, { ...event, request })
      }
      return { ended }
    },
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
