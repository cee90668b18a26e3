import { type Kysely, sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Deps } from '../../deps.js'
import type { Database } from '../../store/schema.js'

const PURPOSE = 'totp key'
const ISSUER = 'Service'
/** A code of the step before or after is right too: clocks differ. */
const WINDOW = 1
const PERIOD = 30

/** A key for an authenticator app, as text and as the address that its QR code holds. */
export interface TotpKey {
  readonly key: string
  readonly uri: string
}

/**
 * Makes a key for a person, which is no second factor before a first code confirms it; undefined when they have one.
 */
export async function beginTotp(
  db: Kysely<Database>,
  { secrets }: Pick<Deps, 'secrets'>,
  { id, email }: { readonly id: number; readonly email: string },
): Promise<TotpKey | undefined> {
  const secret = new Secret({ size: 20 })
  const values = { encrypted_key: secrets.encrypt(PURPOSE, secret.base32), last_step: null }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('totp_keys')
    .values({ user_id: id, ...values })
    .onConflict(conflict =>
      conflict
        .column('user_id')
        .doUpdateSet({ ...values, created_at: sql<string>`clock_timestamp()` })
        .where('totp_keys.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) return undefined
  return { key: secret.base32, uri: openTotp(secret.base32, email).toString() }
}

/**
 * Accepts a code once: of several simultaneous uses, one succeeds. `state` says whether the key is in use already, or is
 * being confirmed with this code.
 */
export async function useTotpCode(
  db: Kysely<Database>,
  { secrets }: Pick<Deps, 'secrets'>,
  userId: number,
  code: string,
  state: 'confirmed' | 'new' = 'confirmed',
): Promise<boolean> {
  const operator = state === 'confirmed' ? 'is not' : 'is'
  const row = await db
    .selectFrom('totp_keys')
    .select('encrypted_key')
    .where('user_id', '=', userId)
    .where('confirmed_at', operator, null)
    .executeTakeFirst()
  const key = row && secrets.decrypt(PURPOSE, row.encrypted_key)
  const step = key === undefined ? undefined : findStep(key, code)
  if (!row || step === undefined) return false
  const used = await db
    .updateTable('totp_keys')
    .set({
      last_step: step,
      confirmed_at: sql<string>`coalesce(confirmed_at, clock_timestamp())`,
    })
    .where('user_id', '=', userId)
    .where('encrypted_key', '=', row.encrypted_key)
    .where('confirmed_at', operator, null)
    .where(sql<boolean>`coalesce(last_step < ${step}, true)`)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

/** Removes the key of a person; false when there was none in use. */
export async function removeTotp(db: Kysely<Database>, userId: number): Promise<boolean> {
  const removed = await db
    .deleteFrom('totp_keys')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst()
  return removed?.confirmed_at != null
}

/** The time step of a right code; undefined for a wrong one. */
export function findStep(key: string, code: string, now = Date.now()): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const delta = openTotp(key, '').validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD) + delta
}

const openTotp = (key: string, label: string) =>
  new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD,
    secret: Secret.fromBase32(key),
  })
