import type { Transaction } from 'kysely'
import { UnauthorizedError } from '../../errors.js'
import type { Database } from '../../store/schema.js'

/**
 * Locks a session before something that outlives it is created. A concurrent sign-out waits and then also
 * ends what was created; after a sign-out this throws and nothing is created.
 */
export async function lockSession(
  transaction: Transaction<Database>,
  publicId: string,
): Promise<void> {
  const session = await transaction
    .selectFrom('sessions')
    .select('public_id')
    .where('public_id', '=', publicId)
    .forKeyShare()
    .executeTakeFirst()
  if (!session) throw new UnauthorizedError('The session has ended. Sign in again.')
}
