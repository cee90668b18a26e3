import type { Transaction } from 'kysely'
import type { TokenScope } from '../../http/access/token-scopes.js'
import { makeToken } from '../../secrets/token-format.js'
import type { Instant } from '../../store/instant.js'
import type { Database } from '../../store/schema.js'
import { type Actor, type ActorPerson, writeAdminLog } from '../admin-logs/write-admin-log.js'
import { type TokenRow, tokenLogValue } from './token-shape.js'

export interface NewTokenRequest {
  readonly projectId: number
  /** The Admin who owns the token. */
  readonly owner: ActorPerson
  readonly actor: Actor
  readonly name: string
  readonly scopes: readonly TokenScope[]
  readonly expiresAt?: Instant | null | undefined
}

/** Creates a token of the public API. The returned `token` is not stored. */
export async function createToken(
  transaction: Transaction<Database>,
  order: NewTokenRequest,
): Promise<{ readonly row: TokenRow; readonly token: string }> {
  const { token, publicId, hash } = makeToken('svc')
  const stored = await transaction
    .insertInto('api_tokens')
    .values({
      public_id: publicId,
      token_hash: hash,
      project_id: order.projectId,
      user_id: order.owner.id,
      name: order.name,
      scopes: [...order.scopes],
      expires_at: order.expiresAt ?? null,
    })
    .returning(['id', 'name', 'scopes', 'created_at', 'last_used_at', 'expires_at', 'revoked_at'])
    .executeTakeFirstOrThrow()
  const { id, username, email } = order.owner
  const row = { ...stored, user_id: id, username, email }
  await writeAdminLog(transaction, {
    projectId: order.projectId,
    actor: order.actor,
    type: 'add',
    resource: 'token',
    newValue: tokenLogValue(row),
  })
  return { row, token }
}
