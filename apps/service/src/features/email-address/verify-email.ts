import type { Transaction } from 'kysely'
import type { Deps } from '../../deps.js'
import { findSignedIn } from '../../http/access/find-person.js'
import type { RequestInfo } from '../../http/request-info.js'
import { queueAccountMail } from '../../mail/queue-mail.js'
import type { Database } from '../../store/schema.js'
import {
  type AccountLinkProblem,
  endAccountLinks,
  findAccountLink,
  type OpenAccountLink,
  useAccountLink,
} from '../account-links/account-links.js'
import type { ActorPerson } from '../admin-logs/write-admin-log.js'
import { logInProjects } from '../people/log-in-projects.js'
import { respondToLink, secretPage } from '../sign-in-page/link-page.js'
import { endWelcomeLinks } from '../welcome/welcome-links.js'
import {
  deadVerificationPage,
  refusedVerificationPage,
  type VerificationProblem,
  verificationPage,
  verifiedPage,
} from './page.js'

/** Shows which address a link verifies, or why it does not work. */
export function showVerification(
  deps: Deps,
  request: RequestInfo,
  token: string,
): Promise<Response> {
  return respond(deps, request, token, async () => {
    const found = await findOwnLink(deps, request, token)
    if (found.problem !== undefined) return found.problem
    return secretPage(200, verificationPage(token, found.email ?? ''))
  })
}

/**
 * Verifies the address of a link, and makes it the address of the account. Who follows the link must be signed
 * in to that account: otherwise somebody could have their own account verified with the address of a person
 * who clicks on everything, and would share it with them.
 */
export function verifyEmail(deps: Deps, request: RequestInfo, token: string): Promise<Response> {
  return respond(deps, request, token, async () => {
    const found = await findOwnLink(deps, request, token)
    if (found.problem !== undefined) return found.problem
    const result = await deps.store.db
      .transaction()
      .execute(transaction => apply(transaction, token))
      .catch(asTaken)
    deps.mail?.wake()
    return result
  })
}

async function findOwnLink(
  deps: Deps,
  request: RequestInfo,
  token: string,
): Promise<OpenAccountLink | { readonly problem: VerificationProblem }> {
  const found = await findAccountLink(deps.store.db, 'email', token)
  if (found.problem !== undefined) return found
  const person = await findSignedIn(deps, request)
  if (!person) return { problem: 'signed_out' }
  return found.person.id === person.id ? found : { problem: 'other_account' }
}

async function apply(
  transaction: Transaction<Database>,
  token: string,
): Promise<Response | AccountLinkProblem> {
  const used = await useAccountLink(transaction, 'email', token)
  if (used.problem !== undefined) return used.problem
  const { person, email } = used
  if (email === null) return 'unknown'
  await transaction
    .updateTable('users')
    .set({ email, unverified_in_project_id: null })
    .where('id', '=', person.id)
    .execute()
  if (email !== person.email.toLowerCase()) await finishChange(transaction, person, email)
  return secretPage(200, verifiedPage(email))
}

/** Links that were mailed to the old address end, and it is told. */
async function finishChange(
  transaction: Transaction<Database>,
  person: ActorPerson,
  email: string,
): Promise<void> {
  await endAccountLinks(transaction, person.id)
  await endWelcomeLinks(transaction, person.id)
  const { id: userId, email: recipient } = person
  await queueAccountMail(transaction, { kind: 'email-changed', userId, recipient })
  await logInProjects(
    transaction,
    { ...person, email },
    {
      actor: { initiator: 'administrator', person },
      type: 'update',
      resource: 'email',
      previousValue: { email: person.email },
      newValue: { email },
    },
  )
}

const UNIQUE_VIOLATION = '23505'

function asTaken(error: unknown): VerificationProblem {
  const isTaken = error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION
  if (isTaken) return 'taken'
  throw error
}

const statuses: Readonly<Record<VerificationProblem, number>> = {
  unknown: 404,
  used: 410,
  expired: 410,
  disabled: 403,
  signed_out: 401,
  other_account: 403,
  taken: 409,
}

const respond = (
  deps: Deps,
  request: RequestInfo,
  token: string,
  run: () => Promise<Response | VerificationProblem>,
): Promise<Response> =>
  respondToLink(
    {
      deps,
      request,
      statuses,
      showProblem: problem => deadVerificationPage(problem, token),
      showRefusal: refusedVerificationPage,
    },
    run,
  )
