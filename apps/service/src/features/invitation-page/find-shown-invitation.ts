import { type Kysely, sql } from 'kysely'
import { hashSecret } from '../../secrets/token-format.js'
import type { Instant } from '../../store/instant.js'
import type { Database } from '../../store/schema.js'

/** Why an invitation cannot be accepted. */
export type InvitationProblem = 'unknown' | 'accepted' | 'revoked' | 'expired'

/** An invitation as the invited person sees it. */
export interface ShownInvitation {
  readonly problem?: undefined
  readonly projectName: string
  readonly email: string
  readonly inviter: { readonly username: string; readonly email: string }
  readonly roleName: string
  readonly expiresAt: Instant
  /** Whether the person has an account that they have to sign in to. */
  readonly hasAccount: boolean
}

/** Finds the invitation of a token, or why there is none to accept. */
export async function findShownInvitation(
  db: Kysely<Database>,
  token: string,
): Promise<ShownInvitation | { readonly problem: InvitationProblem }> {
  const row = await db
    .selectFrom('invitations')
    .innerJoin('projects', 'projects.id', 'invitations.project_id')
    .innerJoin('users as inviter', 'inviter.id', 'invitations.invited_by')
    .innerJoin('roles', 'roles.id', 'invitations.role_id')
    .leftJoin('users as account', join =>
      join.on(sql`lower(account.email)`, '=', sql.ref('invitations.email')),
    )
    .select(['projects.name as projectName', 'invitations.email', 'roles.name as roleName'])
    .select(['inviter.username', 'inviter.email as inviterEmail'])
    .select(['invitations.accepted_at', 'invitations.revoked_at', 'invitations.expires_at'])
    .select(sql<boolean>`invitations.expires_at <= clock_timestamp()`.as('isExpired'))
    // A mailed invitation gives an unverified account to the person who reads the mail: see claimAccount.
    .select(
      sql<boolean>`account.id is not null and not
        (invitations.is_mailed and account.unverified_in_project_id is not null)`.as('hasAccount'),
    )
    .where('invitations.token_hash', '=', hashSecret(token))
    .where('projects.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return { problem: 'unknown' }
  if (row.accepted_at !== null) return { problem: 'accepted' }
  if (row.revoked_at !== null) return { problem: 'revoked' }
  if (row.isExpired) return { problem: 'expired' }
  const { projectName, email, roleName, hasAccount, expires_at: expiresAt } = row
  const inviter = { username: row.username, email: row.inviterEmail }
  return { projectName, email, roleName, hasAccount, expiresAt, inviter }
}
