import type { Transaction } from 'kysely'
import { ConflictError, ForbiddenError } from '../../errors.js'
import type { Database } from '../../store/schema.js'
import { findPendingInvitation, redeemInvitation } from '../invitations/redeem-invitation.js'
import { addMember } from '../people/add-member.js'
import { createUser } from '../people/create-user.js'
import { lockProject } from '../people/lock-project.js'
import { type Account, findBoundAccount, findLikelyAccount } from './find-account.js'
import type { Identity } from './read-identity.js'
import type { SsoConnection } from './sso-connection.js'

const actor = { initiator: 'identityProvider' } as const

/**
 * Finds or creates the account of an identity. An existing account is linked only when its owner is a member
 * of this project or was linked to the same identity before: the provider was chosen by this project's Admins
 * and must not control accounts of other projects.
 */
export async function admitIdentity(
  transaction: Transaction<Database>,
  connection: SsoConnection,
  identity: Identity,
): Promise<number> {
  const { projectId } = connection
  const bound = await findBoundAccount(transaction, projectId, identity)
  if (bound?.isMember && !bound.isDisabled) return bound.userId
  await lockProject(transaction, projectId)
  const account =
    (await findBoundAccount(transaction, projectId, identity)) ??
    (await findLikelyAccount(transaction, projectId, identity))
  if (account?.isDisabled || account?.knownBy === 'taken') throw notAdmitted()
  if (account?.isMember) {
    await bind(transaction, projectId, identity, account)
    return account.userId
  }
  if (account && (account.knownBy === 'email' || !account.isAdoptable)) throw notAdmitted()
  return join(transaction, connection, identity, account)
}

/** Makes the person a member, by invitation or by the project's default role. */
async function join(
  transaction: Transaction<Database>,
  connection: SsoConnection,
  identity: Identity,
  account: Account | undefined,
): Promise<number> {
  const { projectId, defaultRoleId, defaultTeamId } = connection
  const invitationId = await findPendingInvitation(transaction, projectId, identity.email)
  // A person who was linked here but is not a member was removed; only a new invitation lets them return.
  const roleId = account?.knownBy === 'here' ? null : defaultRoleId
  if (invitationId === undefined && roleId === null) throw notAdmitted()
  const userId = account?.userId ?? (await newAccount(transaction, projectId, identity))
  await bind(transaction, projectId, identity, { userId })
  if (invitationId !== undefined) {
    await redeemInvitation(transaction, { projectId, invitationId, userId, actor })
  } else if (roleId !== null) {
    const teamIds = defaultTeamId === null ? [] : [defaultTeamId]
    const membership = { permissionLevel: 'user', roleId, teamIds, tags: {} } as const
    await addMember(transaction, { projectId, userId, ...membership, actor })
  }
  return userId
}

async function bind(
  transaction: Transaction<Database>,
  projectId: number,
  { issuer, subject }: Identity,
  { userId }: Pick<Account, 'userId'>,
): Promise<void> {
  await transaction
    .insertInto('sso_identities')
    .values({ issuer, subject, project_id: projectId, user_id: userId })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/**
 * The provider was chosen by this project's Admins, so the e-mail address counts as unverified in other
 * projects.
 */
async function newAccount(
  transaction: Transaction<Database>,
  projectId: number,
  { email, username, firstName, lastName }: Identity,
): Promise<number> {
  const names = { username, firstName, lastName }
  const user = await createUser(transaction, {
    email,
    ...names,
    passwordHash: null,
    unverifiedIn: projectId,
  })
  if (!user) throw new ConflictError('Your account is being created. Try again.', 'try_again')
  return user.id
}

/** The same error for every reason, so that it does not reveal which accounts exist. */
const notAdmitted = () =>
  new ForbiddenError(
    'You are not a member of this project. Accept your invitation first, or ask an Admin for one.',
    'sso_not_a_member',
  )
