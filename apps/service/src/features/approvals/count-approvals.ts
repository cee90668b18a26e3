import { type Kysely, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../store/schema.js'
import { isOpen, isRequester, mayDecide, type Viewer } from './approval-rules.js'

/** The numbers beside the lists of approvals. */
export const ApprovalCounts = z
  .object({
    toReview: z.number().meta({ description: 'Open requests that you may decide on.' }),
    mine: z.number().meta({ description: 'Your own open requests.' }),
  })
  .meta({ id: 'ApprovalCounts' })

/** Counts the open requests that concern a person, in one statement. */
export function countApprovals(
  db: Kysely<Database>,
  viewer: Viewer,
): Promise<z.output<typeof ApprovalCounts>> {
  return db
    .selectFrom('approvals')
    .select([
      sql<number>`count(*) filter (where ${mayDecide(viewer)})`.as('toReview'),
      sql<number>`count(*) filter (where ${isRequester(viewer)})`.as('mine'),
    ])
    .where('approvals.environment_id', '=', viewer.environmentId)
    .where(isOpen)
    .executeTakeFirstOrThrow()
}

/** A person in an environment of a project. */
interface PersonInEnvironment {
  readonly projectId: number
  readonly environmentId: number
  readonly userId: number
}

/** The number of open requests that a person may decide on, as an expression. */
export const countDecidableApprovals = ({
  projectId,
  environmentId,
  userId,
}: PersonInEnvironment): RawBuilder<number> => {
  const roleId = sql<number>`(select role_id from members
    where project_id = ${projectId} and user_id = ${userId})`
  return sql<number>`(select count(*) from approvals where approvals.environment_id = ${environmentId}
    and ${mayDecide({ environmentId, userId, roleId })})`
}
