import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { ConflictError, InvalidRequestError } from '../../errors.js'
import type { Call, TokenCall } from '../../http/route.js'
import { canonicalJson } from '../../logs/canonical-json.js'
import type { Database } from '../../store/schema.js'

const HEADER = 'Idempotency-Key'

/** The description of the header in the OpenAPI document. */
export const idempotencyHeaders: Readonly<Record<string, string>> = {
  [HEADER]:
    '1 to 255 visible characters of your choice. A repeat of the request with the same key within ' +
    '24 hours gets the first response, with `Idempotent-Replayed: true`, and changes nothing.',
}

export const idempotencyErrors: Readonly<Record<string, string>> = {
  idempotency_key_reused: 'The key was used for another request in the last 24 hours.',
}

type Run<T> = (transaction: Transaction<Database>) => Promise<T>

/**
 * Runs a change in a transaction, once per `Idempotency-Key`. The response is stored with the change; a
 * repeat that arrives while the first request runs waits for it, on any instance.
 */
export function runOnce<T extends object>(
  call: TokenCall<unknown, unknown, object>,
  status: number,
  run: Run<T>,
): Promise<T> {
  const key = readIdempotencyKey(call)
  return call.deps.store.db.transaction().execute(async transaction => {
    if (key === undefined) return run(transaction)
    const idempotencyScope = { environment_id: call.environment.id, token_id: call.token.id, key }
    const hash = hashRequest(call)
    if (!(await claim(transaction, idempotencyScope, hash))) {
      const earlier = await findStoredResponse(transaction, idempotencyScope, hash)
      call.headers['Idempotent-Replayed'] = 'true'
      // The hash covers the path, so the stored response has the type of this route.
      return earlier as T
    }
    const response = await run(transaction)
    await transaction
      .updateTable('idempotency_keys')
      .set({ status, body: JSON.stringify(response) })
      .where('environment_id', '=', idempotencyScope.environment_id)
      .where('token_id', '=', idempotencyScope.token_id)
      .where('key', '=', key)
      .execute()
    return response
  })
}

interface IdempotencyScope {
  readonly environment_id: number
  readonly token_id: number
  readonly key: string
}

/** Reads the idempotency key of a request; undefined when there is none. */
export function readIdempotencyKey({ request }: Pick<Call, 'request'>): string | undefined {
  const key = request.header(HEADER.toLowerCase())
  if (key === undefined || /^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw new InvalidRequestError(
    `'${HEADER}' must have 1 to 255 visible ASCII characters.`,
    'invalid_header',
  )
}

/** Requests are equal when method, path and body are equal. */
function hashRequest({ request, body }: TokenCall<unknown, unknown, object>): Buffer {
  return createHash('sha256')
    .update(`${request.method} ${request.url.pathname}\n${canonicalJson(body)}`)
    .digest()
}

/** Claims the key in this transaction, unless a response of the last 24 hours is stored under it. */
async function claim(
  transaction: Transaction<Database>,
  idempotencyScope: IdempotencyScope,
  request_hash: Buffer,
): Promise<boolean> {
  const fresh = { request_hash, status: 0, body: '{}' }
  const row = await transaction
    .insertInto('idempotency_keys')
    .values({ ...idempotencyScope, ...fresh })
    .onConflict(conflict =>
      conflict
        .columns(['environment_id', 'token_id', 'key'])
        .doUpdateSet({ ...fresh, created_at: sql<string>`clock_timestamp()` })
        .where(
          'idempotency_keys.created_at',
          '<=',
          sql<string>`clock_timestamp() - interval '24 hours'`,
        ),
    )
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

async function findStoredResponse(
  transaction: Transaction<Database>,
  idempotencyScope: IdempotencyScope,
  hash: Buffer,
): Promise<object> {
  const row = await transaction
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'body'])
    .where('environment_id', '=', idempotencyScope.environment_id)
    .where('token_id', '=', idempotencyScope.token_id)
    .where('key', '=', idempotencyScope.key)
    .executeTakeFirstOrThrow()
  if (row.request_hash.equals(hash)) return row.body
  throw keyReused()
}

/** The error for a key that was used with another request. */
export const keyReused = () =>
  new ConflictError(
    `The ${HEADER} was used for another request. Use a new key for each change.`,
    'idempotency_key_reused',
  )
