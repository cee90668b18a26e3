import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import { type Kysely, sql } from 'kysely'
import type { Deps } from '../deps.js'
import type { Database } from '../store/schema.js'
import type { SecretBox } from './secret-box.js'
import { randomText } from './token-format.js'

/** What the service signs. Each has keys of its own, so that one can never pass for the other. */
const algorithms = { 'id-token': 'RS256', approval: 'EdDSA' } as const
export type SigningPurpose = keyof typeof algorithms
export const signingPurposes = Object.keys(algorithms) as SigningPurpose[]

/** Days after which a key is replaced. */
const LONGEST_USE = 90

/** Longer than anything lives that was signed with a key. */
export const PUBLISHED_HOURS = 24

type KeyDeps = Pick<Deps, 'store' | 'secrets' | 'log'>

/** Signs claims with the key in use for a purpose; the first time makes one. */
export async function signToken(
  deps: KeyDeps,
  purpose: SigningPurpose,
  claims: JWTPayload,
  typ = 'JWT',
): Promise<string> {
  const { kid, key } = await keyInUse(deps, purpose)
  return new SignJWT(claims)
    .setProtectedHeader({ alg: algorithms[purpose], kid, typ })
    .sign(await importJWK(key, algorithms[purpose]))
}

/** What verifiers need: the keys in use, and those that signed what has not ended. */
export async function publicKeys(deps: KeyDeps): Promise<readonly JWK[]> {
  for (const purpose of signingPurposes) await keyInUse(deps, purpose)
  const rows = await deps.store.db
    .selectFrom('signing_keys')
    .select(['kid', 'purpose', 'public_key'])
    .where(
      sql<boolean>`coalesce(retired_at > clock_timestamp() - ${PUBLISHED_HOURS} * interval '1 hour', true)`,
    )
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(({ kid, purpose, public_key: key }) => ({
    ...(key as JWK),
    kid,
    alg: algorithms[purpose],
    use: 'sig',
  }))
}

/** Replaces the key in use. It signs nothing any more; what it signed stays good until it ends. */
export async function rotateKey(
  db: Kysely<Database>,
  secrets: SecretBox,
  purpose: SigningPurpose,
): Promise<void> {
  const former = await db
    .selectFrom('signing_keys')
    .select('kid')
    .where('purpose', '=', purpose)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  await replaceKey(db, secrets, purpose, former?.kid)
}

async function replaceKey(
  db: Kysely<Database>,
  secrets: SecretBox,
  purpose: SigningPurpose,
  former: string | undefined,
): Promise<void> {
  const pair = await generateKeyPair(algorithms[purpose], { extractable: true })
  const kid = randomText(16)
  const publicKey = JSON.stringify(await exportJWK(pair.publicKey))
  const privateKey = JSON.stringify(await exportJWK(pair.privateKey))
  await db.transaction().execute(async transaction => {
    await transaction
      .updateTable('signing_keys')
      .set({ retired_at: sql<string>`clock_timestamp()`, private_key: null })
      .where('kid', '=', former ?? '')
      .where('retired_at', 'is', null)
      .execute()
    await transaction
      .insertInto('signing_keys')
      .values({
        kid,
        purpose,
        public_key: publicKey,
        private_key: secrets.seal(sealPurpose(purpose), privateKey),
      })
      // Another instance replaced it at the same moment.
      .onConflict(conflict => conflict.doNothing())
      .execute()
  })
}

/** Replaces the keys that have been in use for long; answers how many. */
export async function rotateOldKeys({ store, secrets }: KeyDeps): Promise<number> {
  const old = await store.db
    .selectFrom('signing_keys')
    .select('purpose')
    .where('retired_at', 'is', null)
    .where(sql<boolean>`created_at < clock_timestamp() - ${LONGEST_USE} * interval '1 day'`)
    .execute()
  for (const { purpose } of old) await rotateKey(store.db, secrets, purpose)
  return old.length
}

/** Read at every use, so that a rotation holds at once on every instance. */
async function keyInUse(
  deps: KeyDeps,
  purpose: SigningPurpose,
): Promise<{ readonly kid: string; readonly key: JWK }> {
  const { store, secrets, log } = deps
  for (let attempt = 0; attempt < 3; attempt++) {
    const row = await store.db
      .selectFrom('signing_keys')
      .select(['kid', 'private_key'])
      .where('purpose', '=', purpose)
      .where('retired_at', 'is', null)
      .executeTakeFirst()
    const text = row?.private_key && secrets.open(sealPurpose(purpose), row.private_key)
    if (row && text) return { kid: row.kid, key: JSON.parse(text) }
    if (row)
      log.warn(`a signing key for ${purpose} was sealed with another SERVICE_SECRET: replaced`)
    await replaceKey(store.db, secrets, purpose, row?.kid)
  }
  throw new Error(`No key to sign ${purpose} with could be made.`)
}

const sealPurpose = (purpose: SigningPurpose) => `signing key: ${purpose}`
