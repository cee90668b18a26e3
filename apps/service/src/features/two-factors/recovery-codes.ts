import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Deps } from '../../deps.js'
import type { Database } from '../../store/schema.js'

const PURPOSE = 'recovery code'
const CODES = 10
/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'
const LENGTH = 24

/** Replaces the recovery codes of a person. The codes are returned once; only keyed hashes are stored. */
export async function replaceRecoveryCodes(
  db: Kysely<Database>,
  { secrets }: Pick<Deps, 'secrets'>,
  userId: number,
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, makeCode)
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(codes.map(code => ({ user_id: userId, code_hash: hashCode(secrets, userId, code) })))
    .execute()
  return codes
}

/** Uses a recovery code: each works once. */
export async function useRecoveryCode(
  db: Kysely<Database>,
  { secrets }: Pick<Deps, 'secrets'>,
  userId: number,
  code: string,
): Promise<boolean> {
  const used = await db
    .updateTable('recovery_codes')
    .set({ used_at: sql<string>`clock_timestamp()` })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashCode(secrets, userId, code))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

/** Five random bits for each letter: 120 in all. */
function makeCode(): string {
  const letters = [...randomBytes(LENGTH)].map(byte => ALPHABET[byte % ALPHABET.length]).join('')
  return letters.replace(/.{6}(?=.)/g, '$&-')
}

/** People may type a code in capitals, and with spaces instead of dashes. */
const hashCode = (secrets: Deps['secrets'], userId: number, code: string) =>
  secrets.mark(PURPOSE, `${userId}:${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
