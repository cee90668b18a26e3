import type { Transaction } from 'kysely'
import type { Deps } from '../../deps.js'
import { ConflictError, ForbiddenError, InvalidRequestError } from '../../errors.js'
import type { Person } from '../../http/access/callers.js'
import { checkSso } from '../../http/access/check-sso.js'
import { queueAccountMail } from '../../mail/queue-mail.js'
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

/** An invitation that was accepted. */
export interface AcceptedInvitation extends FoundInvitation {
  readonly accepter: ActorPerson
  /** Whether the account did not exist before. */
  readonly isNewAccount: boolean
}

/** Accepts an invitation with a new account or, without one, as the person that `findSignedIn` finds. */
export async function acceptInvitation(
  deps: Deps,
  token: string,
  account: NewAccount,
  findSignedIn: () => Promise<Person>,
): Promise<AcceptedInvitation> {
  const found = await findInvitation(deps, token)
  const isNew = Object.keys(account).length > 0
  const makeAccepter = isNew
    ? await prepareAccount(deps, found, account)
    : acceptAs(await findSignedIn(), found)
  const accepted = await deps.store.db.transaction().execute(async transaction => {
    await lockProject(transaction, found.projectId)
    await checkStillOpen(transaction, found.id)
    const { person, isNewAccount } = await makeAccepter(transaction)
    await redeemInvitation(transaction, {
      projectId: found.projectId,
      invitationId: found.id,
      userId: person.id,
      actor: { initiator: 'administrator', person },
    })
    return { ...found, accepter: person, isNewAccount }
  })
  deps.mail?.wake()
  return accepted
}

/** Of two concurrent acceptances, the second must fail and must not create an account. */
async function checkStillOpen(transaction: Transaction<Database>, id: number): Promise<void> {
  const open = await pendingInvitations(transaction)
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!open) throw noSuchInvitation()
}

type MakeAccepter = (
  transaction: Transaction<Database>,
) => Promise<{ readonly person: ActorPerson; readonly isNewAccount: boolean }>

function acceptAs(person: Person, { email, projectId }: FoundInvitation): MakeAccepter {
  checkSso(person, { id: projectId, isSsoRequired: false }, false)
  if (person.email.toLowerCase() !== email) {
    throw new ForbiddenError(
      'This invitation is for another e-mail address than the one you are signed in with.',
      'other_account',
    )
  }
  return async () => ({ person, isNewAccount: false })
}

/** Does everything that is slow or may fail before the transaction begins. */
async function prepareAccount(
  { mailer }: Deps,
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
    const created = await createUser(transaction, { ...account, unverifiedIn })
    if (created && !isMailed && mailer) {
      await queueAccountMail(transaction, {
        kind: 'verify-email',
        userId: created.id,
        recipient: email,
      })
    }
    const person = created ?? (isMailed ? await claimAccount(transaction, account) : undefined)
    if (person) return { person, isNewAccount: created !== undefined }
    throw new ConflictError(
      'Sign in with this e-mail address to accept the invitation, then send {}.',
      'sign_in_required',
    )
  }
}
