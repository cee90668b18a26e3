import { sql } from 'kysely'
import type { Deps } from '../../deps.js'
import { RateLimitedError } from '../../errors.js'
import { hashSecret } from '../../secrets/token-format.js'
import type { Store } from '../../store/open-store.js'
import type { RequestInfo } from '../request-info.js'

const REFRESH_MS = 5_000
const MAX_TOKENS = 50_000

/**
 * Rejects the tokens of an IP address that has sent many invalid ones, without a query for each. Valid tokens
 * are accepted even then, because unrelated clients can share an IP address.
 */
export async function refuseGuessedTokens(
  deps: Deps,
  request: RequestInfo,
  token: string,
): Promise<void> {
  const { isAllowed, resetMs } = await deps.limits.peek('badToken', request.address)
  if (isAllowed || (await rightTokens(deps.store)).has(encodeHash(hashSecret(token)))) return
  throw new RateLimitedError(Math.max(1, Math.ceil(resetMs / 1000)))
}

/**
 * Counts a well-formed token that does not exist. Malformed ones are rejected without a query, so they are
 * not counted.
 */
export async function countGuess({ limits }: Deps, request: RequestInfo): Promise<void> {
  await limits.hit('badToken', request.address)
}

interface RightTokens {
  readonly until: number
  readonly hashes: Promise<ReadonlySet<string>>
}

const known = new WeakMap<Store, RightTokens>()

/**
 * Hashes of the active tokens, read every few seconds while guesses arrive. A match is still checked in the
 * store.
 */
function rightTokens(store: Store): Promise<ReadonlySet<string>> {
  const kept = known.get(store)
  if (kept && kept.until > performance.now()) return kept.hashes
  const hashes = readRightTokens(store)
  known.set(store, { until: performance.now() + REFRESH_MS, hashes })
  hashes.catch(() => known.delete(store))
  return hashes
}

async function readRightTokens({ db }: Store): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('api_tokens')
    .select('token_hash')
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`coalesce(expires_at > clock_timestamp(), true)`)
    .orderBy('last_used_at', order => order.desc().nullsLast())
    .limit(MAX_TOKENS)
    .execute()
  return new Set(rows.map(row => encodeHash(row.token_hash)))
}

const encodeHash = (hash: Buffer) => hash.toString('base64')
