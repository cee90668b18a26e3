import { isServiceError } from '@service/base'
import type { Transaction } from 'kysely'
import type { Deps } from '../../deps.js'
import type { RequestInfo } from '../../http/request-info.js'
import type { Database } from '../../store/schema.js'
import {
  findAccountLink,
  type OpenAccountLink,
  useAccountLink,
} from '../account-links/account-links.js'
import { checkNewPassword } from '../me/password-rules.js'
import { setPassword } from '../me/set-password.js'
import { logInProjects } from '../people/log-in-projects.js'
import { makePasswordHash } from '../sessions/password-queue.js'
import { respondToLink, secretPage } from '../sign-in-page/link-page.js'
import { findResettable } from './may-reset.js'
import {
  deadResetPage,
  doneResetPage,
  type ResetProblem,
  refusedResetPage,
  resetPage,
} from './page.js'

export interface NewPassword {
  readonly password: string
  /** The same once more. */
  readonly again: string
}

/** Shows the form of a link, or why it does not work. */
export function showResetForm(deps: Deps, request: RequestInfo, token: string): Promise<Response> {
  return respond(deps, request, async () => {
    const found = await findAccountLink(deps.store.db, 'password', token)
    if (found.problem !== undefined) return found.problem
    return secretPage(200, resetPage(token, { email: found.person.email }))
  })
}

/** Sets the password of the account of a link, once, and signs nobody in. */
export function resetPassword(
  deps: Deps,
  request: RequestInfo,
  token: string,
  given: NewPassword,
): Promise<Response> {
  return respond(deps, request, async () => {
    const found = await findAccountLink(deps.store.db, 'password', token)
    if (found.problem !== undefined) return found.problem
    const { email } = found.person
    const problem = findPasswordProblem(given, email)
    if (problem !== undefined) return secretPage(400, resetPage(token, { email, problem }))
    const hash = await makePasswordHash(given.password)
    return deps.store.db.transaction().execute(async transaction => {
      const used = await useAccountLink(transaction, 'password', token)
      if (used.problem !== undefined) return used.problem
      if (!(await isStillAllowed(transaction, used))) return 'withdrawn'
      await apply(transaction, used, hash)
      return secretPage(200, doneResetPage(email))
    })
  })
}

/** Says what is wrong with a password; undefined when nothing is. */
export function findPasswordProblem(
  { password, again }: NewPassword,
  email: string,
): string | undefined {
  try {
    checkNewPassword(password, email, 'password')
  } catch (error) {
    if (!isServiceError(error)) throw error
    return error.message.replace("'password'", 'The password')
  }
  return password === again ? undefined : 'The two passwords differ.'
}

/** The person may have joined another project since an Admin made the link. */
async function isStillAllowed(
  transaction: Transaction<Database>,
  { person, createdBy, projectId }: OpenAccountLink,
): Promise<boolean> {
  if (createdBy === null || projectId === null) return true
  try {
    const reset = { userId: person.id, projectId, adminId: createdBy, isBound: false }
    await findResettable(transaction, reset)
    return true
  } catch (error) {
    if (isServiceError(error)) return false
    throw error
  }
}

async function apply(
  transaction: Transaction<Database>,
  { person, email, projectId }: OpenAccountLink,
  hash: string,
): Promise<void> {
  await setPassword(transaction, person, hash, { unverifiedIn: projectId })
  await logInProjects(transaction, person, {
    actor: { initiator: 'administrator', person },
    type: 'update',
    resource: 'password-link',
    previousValue: { status: 'open' },
    newValue: { status: 'used', isMailed: email !== null },
  })
}

const statuses: Readonly<Record<ResetProblem, number>> = {
  unknown: 404,
  used: 410,
  expired: 410,
  disabled: 403,
  withdrawn: 403,
}

const respond = (
  deps: Deps,
  request: RequestInfo,
  run: () => Promise<Response | ResetProblem>,
): Promise<Response> =>
  respondToLink(
    { deps, request, statuses, showProblem: deadResetPage, showRefusal: refusedResetPage },
    run,
  )
