import {
  decodeProtectedHeader,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose'
import { type Kysely, sql } from 'kysely'
import type { Deps } from '../deps.js'
import { WrongSecretError } from '../errors.js'
import type { Database } from '../store/schema.js'
import type { SecretBox } from './secret-box.js'
import { randomText } from './token-format.js'

/**
 * The kinds of tokens the service signs. Each has its own keys and type, so that one cannot be used as
 * another. Keys are published when other parties verify the tokens.
 */
const kinds = {
  'id-token': { alg: 'RS256', typ: 'JWT', isPublished: true },
  approval: { alg: 'EdDSA', typ: 'approval+jwt', isPublished: true },
  'grant-access': { alg: 'EdDSA', typ: 'grant-access+jwt', isPublished: false },
  'grant-refresh': { alg: 'EdDSA', typ: 'grant-refresh+jwt', isPublished: false },
} as const
export type SigningPurpose = keyof typeof kinds
export const signingPurposes = Object.keys(kinds) as SigningPurpose[]
const publishedPurposes = signingPurposes.filter(purpose => kinds[purpose].isPublished)

/** The number of days after which a key is replaced. */
const MAX_USE_DAYS = 90

/**
 * How long a retired key still verifies. Longer than the lifetime of id tokens, approvals and access tokens;
 * refresh tokens live for eight days, but are found by their hash and not verified with a key.
 */
export const PUBLISHED_HOURS = 24

type KeyDeps = Pick<Deps, 'store' | 'secrets'>

const isInForce = sql<boolean>`coalesce(
  retired_at > clock_timestamp() - ${PUBLISHED_HOURS} * interval '1 hour', true)`

/** Signs claims with the current key of a purpose, which is created at first use. */
export async function signToken(
  deps: KeyDeps,
  purpose: SigningPurpose,
  claims: JWTPayload,
): Promise<string> {
  const sign = await openSigner(deps, purpose)
  return sign(claims)
}

/** Signs claims without a query, for use in a transaction, which may hold the only connection. */
export type Signer = (claims: JWTPayload) => Promise<string>

/** Loads the current key of a purpose for signing. */
export async function openSigner(deps: KeyDeps, purpose: SigningPurpose): Promise<Signer> {
  const { alg, typ } = kinds[purpose]
  const { kid, key } = await keyInUse(deps, purpose)
  const signingKey = await importJWK(key, alg)
  return claims => new SignJWT(claims).setProtectedHeader({ alg, kid, typ }).sign(signingKey)
}

/** The claims of a valid token signed for this purpose; undefined for any other text. */
export async function verifyToken(
  { store }: KeyDeps,
  purpose: SigningPurpose,
  token: string,
): Promise<JWTPayload | undefined> {
  const { alg, typ } = kinds[purpose]
  try {
    const { kid = '' } = decodeProtectedHeader(token)
    const row = await store.db
      .selectFrom('signing_keys')
      .select('public_key')
      .where('kid', '=', /^\w{1,64}$/.test(kid) ? kid : '')
      .where('purpose', '=', purpose)
      .where(isInForce)
      .executeTakeFirst()
    if (!row) return undefined
    const key = await importJWK(row.public_key as JWK, alg)
    return (await jwtVerify(token, key, { algorithms: [alg], typ })).payload
  } catch (error) {
    // jose throws a TypeError for text that is not a token.
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined
    throw error
  }
}

/** The public keys for verifiers: the current ones, and retired ones whose tokens may still be valid. */
export async function publicKeys(deps: KeyDeps): Promise<readonly JWK[]> {
  for (const purpose of publishedPurposes) await keyInUse(deps, purpose)
  const rows = await deps.store.db
    .selectFrom('signing_keys')
    .select(['kid', 'purpose', 'public_key'])
    .where('purpose', 'in', publishedPurposes)
    .where(isInForce)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(({ kid, purpose, public_key: key }) => ({
    ...(key as JWK),
    kid,
    alg: kinds[purpose].alg,
    use: 'sig',
  }))
}

/**
 * Throws when the current keys were encrypted with another secret than this process has. The first process of
 * a new installation creates a key, with which the secret of the second is compared.
 */
export async function checkSecret(deps: KeyDeps): Promise<void> {
  await refuseWrongSecret(deps.store.db, deps.secrets)
  await keyInUse(deps, 'approval')
}

/** Throws when a current key was encrypted with another secret. */
export async function refuseWrongSecret(db: Kysely<Database>, secrets: SecretBox): Promise<void> {
  const rows = await db
    .selectFrom('signing_keys')
    .select(['purpose', 'private_key'])
    .where('retired_at', 'is', null)
    .execute()
  const closed = rows.filter(row => openKey(secrets, row.purpose, row.private_key) === undefined)
  if (closed.length > 0) throw new WrongSecretError(closed.map(({ purpose }) => purpose))
}

/**
 * Replaces the current key, which signs nothing from now on; tokens it signed stay valid until they expire.
 */
export async function rotateKey(
  db: Kysely<Database>,
  secrets: SecretBox,
  purpose: SigningPurpose,
): Promise<void> {
  const previousKey = await readKeyInUse(db, purpose)
  await replaceKey(db, secrets, purpose, previousKey?.kid)
}

async function replaceKey(
  db: Kysely<Database>,
  secrets: SecretBox,
  purpose: SigningPurpose,
  previousKey: string | undefined,
): Promise<void> {
  const pair = await generateKeyPair(kinds[purpose].alg, { extractable: true })
  const kid = randomText(16)
  const publicKey = JSON.stringify(await exportJWK(pair.publicKey))
  const privateKey = JSON.stringify(await exportJWK(pair.privateKey))
  await db.transaction().execute(async transaction => {
    await transaction
      .updateTable('signing_keys')
      .set({ retired_at: sql<string>`clock_timestamp()`, private_key: null })
      .where('kid', '=', previousKey ?? '')
      .where('retired_at', 'is', null)
      .execute()
    await transaction
      .insertInto('signing_keys')
      .values({
        kid,
        purpose,
        public_key: publicKey,
        private_key: secrets.encrypt(encryptionPurpose(purpose), privateKey),
      })
      // Another instance replaced it at the same time.
      .onConflict(conflict => conflict.doNothing())
      .execute()
  })
}

/** Replaces the keys that reached their maximum age; returns their number. */
export async function rotateOldKeys(deps: KeyDeps): Promise<number> {
  const { store, secrets } = deps
  await refuseWrongSecret(store.db, secrets)
  const old = await store.db
    .selectFrom('signing_keys')
    .select('purpose')
    .where('retired_at', 'is', null)
    .where(sql<boolean>`created_at < clock_timestamp() - ${MAX_USE_DAYS} * interval '1 day'`)
    .execute()
  for (const { purpose } of old) await rotateKey(store.db, secrets, purpose)
  return old.length
}

/** Read at every use, so that a rotation takes effect immediately on every instance. */
async function keyInUse(
  deps: KeyDeps,
  purpose: SigningPurpose,
): Promise<{ readonly kid: string; readonly key: JWK }> {
  const { store, secrets } = deps
  for (let attempt = 0; attempt < 3; attempt++) {
    const row = await readKeyInUse(store.db, purpose)
    const text = row && openKey(secrets, purpose, row.private_key)
    if (row && text) return { kid: row.kid, key: JSON.parse(text) }
    if (row) throw new WrongSecretError([purpose])
    await replaceKey(store.db, secrets, purpose, undefined)
  }
  throw new Error(`Cannot create a key to sign ${purpose} tokens.`)
}

const readKeyInUse = (db: Kysely<Database>, purpose: SigningPurpose) =>
  db
    .selectFrom('signing_keys')
    .select(['kid', 'private_key'])
    .where('purpose', '=', purpose)
    .where('retired_at', 'is', null)
    .executeTakeFirst()

const openKey = (secrets: SecretBox, purpose: SigningPurpose, encrypted: string | null) =>
  secrets.decrypt(encryptionPurpose(purpose), encrypted ?? '')

const encryptionPurpose = (purpose: SigningPurpose) => `signing key: ${purpose}`
