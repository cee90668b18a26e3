import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../store/schema.js'
import { isAdoptableBy } from '../people/adoption.js'
import type { Identity } from './read-identity.js'

/** The account of an identity, and how it was matched. */
export interface Account {
  readonly userId: number
  readonly isDisabled: boolean
  readonly isMember: boolean
  /** Whether this project may add it as a member. */
  readonly isAdoptable: boolean
  /**
   * `here`: the identity was linked in this project; `elsewhere`: in another project, by the same provider;
   * `email`: only the e-mail address matches; `taken`: the e-mail address matches, but in this project the
   * account is linked to another identity of the same provider.
   */
  readonly knownBy: 'here' | 'elsewhere' | 'email' | 'taken'
}

/** Finds the account that an identity is linked to in this project. */
export function findBoundAccount(
  db: Kysely<Database>,
  projectId: number,
  { issuer, subject }: Identity,
): Promise<Account | undefined> {
  return accounts(db, projectId)
    .innerJoin('sso_identities', 'sso_identities.user_id', 'users.id')
    .select(sql<'here'>`'here'`.as('knownBy'))
    .where('sso_identities.issuer', '=', issuer)
    .where('sso_identities.subject', '=', subject)
    .where('sso_identities.project_id', '=', projectId)
    .executeTakeFirst()
}

/** Finds the account that may be linked to an identity that is new to this project. */
export async function findLikelyAccount(
  transaction: Transaction<Database>,
  projectId: number,
  identity: Identity,
): Promise<Account | undefined> {
  const { issuer, subject, email } = identity
  const isTaken = sql<boolean>`exists (
    select from sso_identities as other
    where other.project_id = ${projectId} and other.issuer = ${issuer} and other.user_id = users.id)`
  const elsewhere = await accounts(transaction, projectId)
    .innerJoin('sso_identities', 'sso_identities.user_id', 'users.id')
    .select(
      sql<Account['knownBy']>`case when ${isTaken} then 'taken' else 'elsewhere' end`.as('knownBy'),
    )
    .where('sso_identities.issuer', '=', issuer)
    .where('sso_identities.subject', '=', subject)
    .limit(1)
    .executeTakeFirst()
  if (elsewhere) return elsewhere
  return accounts(transaction, projectId)
    .select(
      sql<Account['knownBy']>`case when ${isTaken} then 'taken' else 'email' end`.as('knownBy'),
    )
    .where(sql`lower(users.email)`, '=', email)
    .executeTakeFirst()
}

function accounts(db: Kysely<Database>, projectId: number) {
  return db
    .selectFrom('users')
    .leftJoin('members', join =>
      join.onRef('members.user_id', '=', 'users.id').on('members.project_id', '=', projectId),
    )
    .select([
      'users.id as userId',
      sql<boolean>`users.disabled_at is not null`.as('isDisabled'),
      sql<boolean>`members.user_id is not null`.as('isMember'),
      isAdoptableBy(projectId).as('isAdoptable'),
    ])
}
