import { sql, type Transaction } from 'kysely'
import { NotFoundError } from '../../errors.js'
import type { Database } from '../../store/schema.js'
import { type ActorPerson, writeAdminLog } from '../admin-logs/write-admin-log.js'
import { readToken } from './read-tokens.js'
import { tokenLogValue } from './token-shape.js'

/** Revokes a token, effective from the next request. Repeating it changes nothing. */
export async function revokeToken(
  transaction: Transaction<Database>,
  projectId: number,
  tokenId: number,
  person: ActorPerson,
): Promise<void> {
  const token = await readToken(transaction, projectId, tokenId)
  if (!token) throw new NotFoundError('There is no such token in this project.')
  const { numUpdatedRows } = await transaction
    .updateTable('api_tokens')
    .set({ revoked_at: sql<string>`clock_timestamp()`, revoked_by: person.id })
    .where('id', '=', tokenId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await writeAdminLog(transaction, {
    projectId,
    actor: { initiator: 'administrator', person },
    type: 'remove',
    resource: 'token',
    previousValue: tokenLogValue(token),
  })
}
