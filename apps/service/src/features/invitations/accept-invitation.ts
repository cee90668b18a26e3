import type { Transaction } from 'kysely'
import type { Deps } from '../../deps.js'
import { ConflictError, ForbiddenError, InvalidRequestError } from '../../errors.js'
import { checkSso } from '../../http/access/check-sso.js'
import { findPerson } from '../../http/access/find-person.js'
import type { RequestInfo } from '../../http/request-info.js'
import { hashSecret } from '../../secrets/token-format.js'
import type { Database } from '../../store/schema.js'
import type { ActorPerson } from '../admin-logs/write-admin-log.js'
import { checkNewPassword } from '../me/password-rules.js'
import { createUser } from '../people/create-user.js'
import { lockProject } from '../people/lock-project.js'
import { makePasswordHash } from '../sessions/password-queue.js'
import { claimAccount } from './claim-account.js'
import { pendingInvitations } from './pending-invitations.js'
import { noSuchInvitation, redeemInvitation } from './redeem-invitation.js'

/** The account of a new person. Absent: the signed-in person accepts. */
export interface NewAccount {
  readonly password?: string
  readonly firstName?: string
  readonly lastName?: string
  readonly username?: string
}

export interface FoundInvitation {
  readonly id: number
  readonly projectId: number
  readonly projectName: string
  readonly email: string
  readonly expiresAt: string
  /** True when the token was sent by mail, so its bearer can read mail for the e-mail address. */
  readonly isMailed: boolean
}

/** Finds the open invitation that a token belongs to. */
export async function findInvitation({ store }: Deps, token: string): Promise<FoundInvitation> {
  const found = await pendingInvitations(store.db)
    .innerJoin('projects', 'projects.id', 'invitations.project_id')
    .select([
      'invitations.id',
      'invitations.project_id as projectId',
      'projects.name as projectName',
      'invitations.email',
      'invitations.expires_at as expiresAt',
      'invitations.is_mailed as isMailed',
    ])
    .where('invitations.token_hash', '=', hashSecret(token))
    .where('projects.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw noSuchInvitation()
  return found
}

/** Accepts an invitation with a new account or, without one, as the signed-in person. */
export async function acceptInvitation(
  deps: Deps,
  request: RequestInfo,
  token: string,
  account: NewAccount,
): Promise<FoundInvitation> {
  const found = await findInvitation(deps, token)
  const isNew = Object.keys(account).length > 0
  const makeAccepter = isNew
    ? await prepareAccount(found, account)
    : await signedInPerson(deps, request, found)
  await deps.store.db.transaction().execute(async transaction => {
    await lockProject(transaction, found.projectId)
    await checkStillOpen(transaction, found.id)
    const person = await makeAccepter(transaction)
    await redeemInvitation(transaction, {
      projectId: found.projectId,
      invitationId: found.id,
      userId: person.id,
      actor: { initiator: 'administrator', person },
    })
  })
  return found
}

/** Of two concurrent acceptances, the second must fail and must not create an account. */
async function checkStillOpen(transaction: Transaction<Database>, id: number): Promise<void> {
  const open = await pendingInvitations(transaction)
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!open) throw noSuchInvitation()
}

type MakeAccepter = (transaction: Transaction<Database>) => Promise<ActorPerson>

async function signedInPerson(
  deps: Deps,
  request: RequestInfo,
  { email, projectId }: FoundInvitation,
): Promise<MakeAccepter> {
  const person = await findPerson(deps, request)
  checkSso(person, { id: projectId, isSsoRequired: false }, false)
  if (person.email.toLowerCase() !== email) {
    throw new ForbiddenError(
      'This invitation is for another e-mail address than the one you are signed in with.',
      'other_account',
    )
  }
  return async () => person
}

/** Does everything that is slow or may fail before the transaction begins. */
async function prepareAccount(
  { email, projectId, isMailed }: FoundInvitation,
  { password, firstName, lastName, username }: NewAccount,
): Promise<MakeAccepter> {
  if (password === undefined || firstName === undefined || lastName === undefined) {
    throw new InvalidRequestError(
      "A new account needs 'password', 'firstName' and 'lastName'. To accept as the signed-in person, send {}.",
      'invalid_body',
    )
  }
  checkNewPassword(password, email, 'password')
  const passwordHash = await makePasswordHash(password)
  return async transaction => {
    const account = { email, username, firstName, lastName, passwordHash }
    const unverifiedIn = isMailed ? null : projectId
    const user =
      (await createUser(transaction, { ...account, unverifiedIn })) ??
      (isMailed ? await claimAccount(transaction, account) : undefined)
    if (user) return user
    throw new ConflictError(
      'Sign in with this e-mail address to accept the invitation, then send {}.',
      'sign_in_required',
    )
  }
}
