import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../store/schema.js'
import { Moment } from '../projects/fields.js'

/** A passkey of a person. */
const Passkey = z
  .object({
    id: z.number(),
    name: z.string(),
    createdAt: Moment,
    lastUsedAt: Moment.nullable(),
    isSynced: z.boolean().meta({ description: 'Whether it may be on several devices' }),
  })
  .meta({ id: 'Passkey' })

/** The second factors of a person. */
export const TwoFactors = z
  .object({
    totp: z.object({ createdAt: Moment }).nullable().meta({
      description: 'The authenticator app; null when there is none',
    }),
    passkeys: z.array(Passkey),
    recoveryCodesLeft: z.number(),
    hasPassword: z.boolean(),
    hasTwoFactors: z.boolean().meta({ description: 'Whether this session has proved two factors' }),
    requiredBy: z.array(z.string()).meta({
      description: 'The names of your projects that require two factors',
    }),
  })
  .meta({ id: 'TwoFactors' })
export type TwoFactors = z.output<typeof TwoFactors>

/** Reads the second factors of a person; what belongs to the session is added by the caller. */
export async function readTwoFactors(
  db: Kysely<Database>,
  userId: number,
): Promise<Omit<TwoFactors, 'hasTwoFactors'>> {
  const [user, passkeys, projects] = await Promise.all([
    db
      .selectFrom('users')
      .leftJoin('totp_keys', join =>
        join
          .onRef('totp_keys.user_id', '=', 'users.id')
          .on('totp_keys.confirmed_at', 'is not', null),
      )
      .select('totp_keys.confirmed_at as totpCreatedAt')
      .select(sql<boolean>`password_hash is not null`.as('hasPassword'))
      .select(
        sql<number>`(select count(*)::int from recovery_codes
          where user_id = users.id and used_at is null)`.as('recoveryCodesLeft'),
      )
      .where('users.id', '=', userId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('passkeys')
      .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
      .select('is_synced as isSynced')
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('members')
      .innerJoin('projects', 'projects.id', 'members.project_id')
      .select('projects.name')
      .where('members.user_id', '=', userId)
      .where('projects.deleted_at', 'is', null)
      .where('projects.requires_two_factors', '=', true)
      .orderBy('projects.name')
      .execute(),
  ])
  const { totpCreatedAt, hasPassword, recoveryCodesLeft } = user
  return {
    totp: totpCreatedAt === null ? null : { createdAt: totpCreatedAt },
    passkeys,
    recoveryCodesLeft,
    hasPassword,
    requiredBy: projects.map(({ name }) => name),
  }
}

/** The sorts of second factors that a person has. */
export interface FactorKinds {
  readonly hasTotp: boolean
  readonly hasPasskeys: boolean
}

/** Reads which second factors a person has. */
export async function readFactorKinds(db: Kysely<Database>, userId: number): Promise<FactorKinds> {
  const { rows } = await sql<FactorKinds>`
    select exists (select from totp_keys where user_id = ${userId} and confirmed_at is not null)
        as "hasTotp",
      exists (select from passkeys where user_id = ${userId}) as "hasPasskeys"`.execute(db)
  return rows[0] ?? { hasTotp: false, hasPasskeys: false }
}

/** Whether a person has a second factor. */
export async function hasSecondFactor(db: Kysely<Database>, userId: number): Promise<boolean> {
  const { hasTotp, hasPasskeys } = await readFactorKinds(db, userId)
  return hasTotp || hasPasskeys
}

/** A session in which a second factor was set up has proved both. */
export async function markSession(
  transaction: Transaction<Database>,
  publicId: string,
): Promise<void> {
  await transaction
    .updateTable('sessions')
    .set({ has_two_factors: true })
    .where('public_id', '=', publicId)
    .execute()
}

/**
 * After the last second factor was removed: recovery codes are of no use, and what was opened with two factors counts as
 * opened with one. Sessions at agents end; the panel opens them again where it still may.
 */
export async function forgetTwoFactors(
  transaction: Transaction<Database>,
  userId: number,
): Promise<void> {
  await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await transaction
    .updateTable('users')
    .set({ session_version: sql<number>`session_version + 1` })
    .where('id', '=', userId)
    .execute()
  for (const table of tablesWithFactors) {
    await transaction
      .updateTable(table)
      .set({ has_two_factors: false })
      .where('user_id', '=', userId)
      .where('has_two_factors', '=', true)
      .execute()
  }
}

const tablesWithFactors = [
  'sessions',
  'personal_tokens',
  'sign_in_codes',
  'access_tokens',
  'oauth_codes',
  'oauth_grants',
] as const

/** Removes every second factor of a person; false when they had none. */
export async function removeAllFactors(
  transaction: Transaction<Database>,
  userId: number,
): Promise<boolean> {
  const had = await hasSecondFactor(transaction, userId)
  await transaction.deleteFrom('totp_keys').where('user_id', '=', userId).execute()
  await transaction.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await forgetTwoFactors(transaction, userId)
  return had
}
