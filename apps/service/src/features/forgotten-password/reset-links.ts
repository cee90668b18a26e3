import { type Kysely, sql, type Transaction } from 'kysely'
import type { Deps } from '../../deps.js'
import { RateLimitedError } from '../../errors.js'
import type { Person } from '../../http/access/callers.js'
import { isBoundToProject } from '../../http/access/check-sso.js'
import type { RequestInfo } from '../../http/request-info.js'
import { randomHex } from '../../secrets/token-format.js'
import type { Database } from '../../store/schema.js'
import { type AccountLink, createAccountLink } from '../account-links/account-links.js'
import type { ActorPerson } from '../admin-logs/write-admin-log.js'
import { logInProjects } from '../people/log-in-projects.js'
import { accountKey } from '../sessions/known-browser.js'
import { findResettable } from './may-reset.js'

/** Links that somebody passes on by hand work as long as those that sign in. */
const MINUTES = 10
/** Mail may take its time. */
export const MAILED_MINUTES = 30

/** The path of the page that sets a new password. */
export const formatResetPath = (token: string): string => `/reset-password/${token}`

/** Creates a link for a person of a project, which the Admin gives to them. */
export async function createLinkForMember(
  transaction: Transaction<Database>,
  { userId, projectId, admin }: { userId: number; projectId: number; admin: Person },
): Promise<AccountLink> {
  const person = await findResettable(transaction, {
    userId,
    projectId,
    adminId: admin.id,
    isBound: isBoundToProject(admin),
  })
  const madeBy = { userId: admin.id, projectId }
  const link = await createAccountLink(transaction, {
    kind: 'password',
    userId,
    minutes: MINUTES,
    madeBy,
  })
  await logInProjects(transaction, person, {
    actor: { initiator: 'administrator', person: admin },
    type: 'add',
    resource: 'password-link',
    newValue: { expiresAt: link.expiresAt },
  })
  return link
}

/** Creates a link on the machine of the service. */
export async function createLinkAsOperator(
  transaction: Transaction<Database>,
  person: ActorPerson,
): Promise<AccountLink> {
  const link = await createAccountLink(transaction, {
    kind: 'password',
    userId: person.id,
    minutes: MINUTES,
  })
  await logInProjects(transaction, person, {
    actor: { initiator: 'service' },
    type: 'add',
    resource: 'password-link',
    newValue: { expiresAt: link.expiresAt },
  })
  return link
}

/**
 * Queues a link to the account of an e-mail address. Whether there is one takes the same steps, so neither the
 * response nor its time says it. An address that gets too many is left out, without a word.
 */
export async function requestMailedLink(
  { store, limits, mail }: Deps,
  request: RequestInfo,
  email: string,
): Promise<void> {
  const { isAllowed, resetMs } = await limits.hit('resetAddress', request.address)
  if (!isAllowed) {
    const seconds = Math.max(1, Math.ceil(resetMs / 1000))
    throw new RateLimitedError(seconds, `Too many attempts. Try again in ${seconds} s.`)
  }
  const account = await limits.hit('accountMail', `reset:${accountKey(email)}`)
  await queueFor(store.db, account.isAllowed ? email : '')
  mail?.wake()
}

/** Accounts without a password get none: they are used through single sign-on. */
async function queueFor(db: Kysely<Database>, email: string): Promise<void> {
  await sql`
    insert into mail_queue (user_id, kind, key)
    select id, 'reset-password', ${`reset-password:${randomHex(24)}`} from users
    where lower(email) = ${email.toLowerCase()} and disabled_at is null
      and password_hash is not null`.execute(db)
}
