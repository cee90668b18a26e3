import { type Kysely, sql } from 'kysely'
import type { Database } from '../../store/schema.js'
import type { Approval } from './approval.js'

/** Reads the comments on several approvals in one statement. */
export async function readComments(
  db: Kysely<Database>,
  environmentId: number,
  ids: readonly number[],
) {
  const byApproval = new Map<number, Approval['comments']>()
  if (ids.length === 0) return byApproval
  const rows = await db
    .selectFrom('approval_comments')
    .innerJoin('users', 'users.id', 'approval_comments.user_id')
    .select(['approval_comments.id', 'approval_id', 'comment', 'approval_comments.created_at'])
    .select(['users.id as user_id', 'users.username', 'users.email'])
    .where('environment_id', '=', environmentId)
    .where('approval_id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('approval_comments.id')
    .execute()
  for (const row of rows) {
    const list = byApproval.get(row.approval_id) ?? []
    list.push({
      id: row.id,
      user: { id: row.user_id, username: row.username, email: row.email },
      comment: row.comment,
      createdAt: row.created_at,
    })
    byApproval.set(row.approval_id, list)
  }
  return byApproval
}
