import { sql, type Transaction } from 'kysely'
import { insertComment } from '../features/approvals/insert-comment.js'
import { lockApproval } from '../features/approvals/lock-approval.js'
import { requestApproval } from '../features/approvals/request-approval.js'
import { transitionApproval } from '../features/approvals/transition-approval.js'
import type { Database } from '../store/schema.js'
import type { Shop } from './create-shop.js'

/** A refund that somebody asked for. */
interface DemoApproval {
  /** The index of a person of the shop. */
  readonly person: number
  readonly orderId: number
  readonly amount: number
  readonly reason: 'Damaged' | 'Late'
  readonly comment: string
  readonly minutesAgo: number
  /** Why the manager rejected it; absent while it waits for them. */
  readonly rejection?: string
}

const DAY = 24 * 60

/** The oldest first, so that ids increase with time. */
const demoApprovals: readonly DemoApproval[] = [
  {
    ...{ person: 3, orderId: 1961, amount: 15, reason: 'Late', minutesAgo: 3 * DAY },
    comment: 'Arrived a day late.',
    rejection: 'One day is within what we promise. A voucher is enough here.',
  },
  {
    ...{ person: 1, orderId: 1987, amount: 20, reason: 'Late', minutesAgo: 55 },
    comment: 'Third delay for this customer this quarter.',
  },
  {
    ...{ person: 2, orderId: 1996, amount: 12.5, reason: 'Damaged', minutesAgo: 6 },
    comment: 'The parcel was wet. Photos are in the ticket.',
  },
]

/** Writes the approvals of the shop: two wait for the manager, one is in the history. */
export async function writeDemoApprovals(
  transaction: Transaction<Database>,
  shop: Shop,
): Promise<void> {
  for (const approval of demoApprovals) await writeApproval(transaction, shop, approval)
}

async function writeApproval(
  transaction: Transaction<Database>,
  { project, environment, person }: Shop,
  { person: index, orderId, amount, reason, comment, minutesAgo, rejection }: DemoApproval,
): Promise<void> {
  const requester = person(index)
  const member = await readMember(transaction, project.id, requester.id)
  const work = {
    project: { id: project.id, name: '' },
    environment: { id: environment.id, name: '', kind: 'development' as const },
    person: requester,
    member,
  }
  const id = await requestApproval(transaction, work, {
    collectionName: 'orders',
    actionName: 'Refund',
    recordIds: [String(orderId)],
    inputs: [
      { name: 'Amount', type: 'Number', value: amount },
      { name: 'Reason', type: 'Enum', value: reason },
    ],
    comment,
  })
  if (rejection !== undefined) {
    const manager = person(0)
    const locked = await lockApproval(transaction, environment.id, id)
    await insertComment(transaction, locked, manager, rejection)
    await transitionApproval(transaction, locked, {
      to: 'rejected',
      actor: { initiator: 'administrator', person: manager },
      set: { decided_by: manager.id, decided_at: sql<string>`clock_timestamp()` },
      activity: { action: 'rejectApproval', userId: manager.id },
    })
  }
  await backdate(transaction, environment.id, { id, requesterId: requester.id }, minutesAgo)
}

async function readMember(transaction: Transaction<Database>, projectId: number, userId: number) {
  const member = await transaction
    .selectFrom('members')
    .select(['permission_level', 'role_id'])
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const teams = await transaction
    .selectFrom('team_members')
    .innerJoin('teams', 'teams.id', 'team_members.team_id')
    .select('team_id')
    .where('teams.project_id', '=', projectId)
    .where('user_id', '=', userId)
    .execute()
  return {
    level: member.permission_level,
    roleId: member.role_id,
    teamIds: teams.map(({ team_id }) => team_id),
    tags: {},
  }
}

/**
 * Half of the time passed before the decision. The logs have the moments at which the demo was made:
 * their streams do not go back.
 */
async function backdate(
  transaction: Transaction<Database>,
  environmentId: number,
  { id, requesterId }: { readonly id: number; readonly requesterId: number },
  minutes: number,
): Promise<void> {
  const earlier = (column: string, by = minutes) =>
    sql<string>`${sql.ref(column)} - ${by} * interval '1 minute'`
  await transaction
    .updateTable('approvals')
    .set({
      created_at: earlier('created_at'),
      expires_at: earlier('expires_at'),
      decided_at: earlier('decided_at', minutes / 2),
    })
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .execute()
  await transaction
    .updateTable('approval_comments')
    .set({
      created_at: sql<string>`case when user_id = ${requesterId} then ${earlier('created_at')}
        else ${earlier('created_at', minutes / 2)} end`,
    })
    .where('environment_id', '=', environmentId)
    .where('approval_id', '=', id)
    .execute()
}
