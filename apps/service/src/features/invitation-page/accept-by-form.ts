import { isServiceError } from '@service/base'
import { z } from 'zod'
import type { Deps } from '../../deps.js'
import { UnauthorizedError } from '../../errors.js'
import { findSignedIn } from '../../http/access/find-person.js'
import type { RequestInfo } from '../../http/request-info.js'
import { findPasswordProblem } from '../forgotten-password/reset-password.js'
import { type AcceptedInvitation, acceptInvitation } from '../invitations/accept-invitation.js'
import { Name } from '../projects/fields.js'
import { browserCookie } from '../sessions/known-browser.js'
import { openSession } from '../sessions/open-session.js'
import { respondToLink, secretPage } from '../sign-in-page/link-page.js'
import { continuePage, formatRetryAfter } from '../sign-in-page/page.js'
import { findSso } from '../sign-in-page/sso-link.js'
import {
  findShownInvitation,
  type InvitationProblem,
  type ShownInvitation,
} from './find-shown-invitation.js'
import {
  deadInvitationPage,
  type InvitationView,
  invitationPage,
  joinedPage,
  refusedInvitationPage,
} from './page.js'

/** The fields of the form. Errors are shown on the page, not returned as JSON. */
export const InvitationFields = z.object({
  as: z.string().max(10).optional().meta({ description: '`me`: the signed-in person accepts' }),
  firstName: z.string().max(1000).default(''),
  lastName: z.string().max(1000).default(''),
  password: z.string().max(1024).default(''),
  again: z.string().max(1024).default(''),
})
type Fields = z.output<typeof InvitationFields>

const Names = z.object({ firstName: Name, lastName: Name })

interface Visit {
  readonly deps: Deps
  readonly request: RequestInfo
  readonly token: string
}

/** Shows an invitation, or why it cannot be accepted. */
export function showInvitation(visit: Visit): Promise<Response> {
  return respond(visit, invitation => show(visit, invitation, 200))
}

/** Accepts an invitation, and leads into the panel. */
export function acceptByForm(
  visit: Visit,
  fields: Fields,
  setCookies: (cookies: string[]) => void,
): Promise<Response> {
  return respond(visit, async invitation => {
    const names = Names.safeParse(fields)
    const isSelf = fields.as === 'me'
    const problem = isSelf ? undefined : findProblem(fields, names.success, invitation.email)
    const again = (status: number, sentence: string, headers = {}) =>
      show(visit, invitation, status, { ...fields, problem: sentence }, headers)
    if (problem !== undefined) return again(400, problem)
    const account = isSelf || !names.success ? {} : { ...names.data, password: fields.password }
    try {
      const { deps, token } = visit
      const accepted = await acceptInvitation(deps, token, account, () => requireSignedIn(visit))
      return await lead(visit, accepted, isSelf, setCookies)
    } catch (error) {
      if (!isServiceError(error)) throw error
      return again(error.status, describe(error), formatRetryAfter(error))
    }
  })
}

/** A new account has no second factor yet, so its person is signed in; one that existed may have one. */
async function lead(
  { deps, request }: Visit,
  { projectName, accepter, isNewAccount }: AcceptedInvitation,
  isSelf: boolean,
  setCookies: (cookies: string[]) => void,
): Promise<Response> {
  if (isSelf) return secretPage(200, continuePage('/app'))
  if (!isNewAccount) return secretPage(200, joinedPage(projectName))
  const { config, secrets, store } = deps
  const session = { userId: accepter.id, method: 'password', request, config } as const
  const { cookie } = await openSession(store.db, session)
  setCookies([cookie, browserCookie(secrets, accepter.email, config)])
  return secretPage(200, continuePage('/app'))
}

function findProblem(fields: Fields, hasNames: boolean, email: string): string | undefined {
  if (!hasNames) return 'Enter your first and your last name, each with at most 100 characters.'
  return findPasswordProblem(fields, email)
}

async function requireSignedIn({ deps, request }: Visit) {
  const person = await findSignedIn(deps, request)
  if (!person) throw new UnauthorizedError('Your session has ended. Sign in again.')
  return person
}

/** The API tells programs what to send; people read something else. */
const describe = (error: Error): string =>
  'code' in error && error.code === 'sign_in_required'
    ? 'This e-mail address has an account by now. Sign in to accept the invitation.'
    : error.message

async function show(
  { deps, request, token }: Visit,
  invitation: ShownInvitation,
  status: number,
  entered: Pick<InvitationView, 'firstName' | 'lastName' | 'problem'> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const signedInAs = (await findSignedIn(deps, request))?.email
  const sso = await findSso(deps, { project: invitation.projectName, returnTo: '/app' })
  const { firstName, lastName, problem } = entered
  const view = { token, invitation, signedInAs, sso, firstName, lastName, problem }
  return secretPage(status, invitationPage(view as InvitationView), headers)
}

const statuses: Readonly<Record<InvitationProblem, number>> = {
  unknown: 404,
  accepted: 410,
  revoked: 410,
  expired: 410,
}

const respond = (
  { deps, request, token }: Visit,
  run: (invitation: ShownInvitation) => Promise<Response>,
): Promise<Response> =>
  respondToLink(
    {
      deps,
      request,
      statuses,
      showProblem: deadInvitationPage,
      showRefusal: refusedInvitationPage,
    },
    async () => {
      const found = await findShownInvitation(deps.store.db, token)
      return found.problem ?? run(found)
    },
  )
