import type { Transaction } from 'kysely'
import { UnauthorizedError } from '../../errors.js'
import type { Database } from '../../store/schema.js'

/**
 * Before something is made that outlives the session it is made in. Whoever ends the session at this
 * moment waits, and then finds what was made; or it has ended already, and nothing is made.
 */
export async function holdSession(
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
