import type { Transaction } from 'kysely'
import type { Database } from '../../store/schema.js'

/** Adds a comment to an approval; does nothing when there is none. */
export async function insertComment(
  transaction: Transaction<Database>,
  approval: { readonly environmentId: number; readonly id: number },
  person: { readonly id: number },
  comment: string | undefined,
): Promise<void> {
  if (comment === undefined) return
  await transaction
    .insertInto('approval_comments')
    .values({
      environment_id: approval.environmentId,
      approval_id: approval.id,
      user_id: person.id,
      comment,
    })
    .execute()
}
