import { sql, type Transaction } from 'kysely'
import { ForbiddenError } from '../../errors.js'
import { queueNotifications } from '../../mail/queue-mail.js'
import type { Database } from '../../store/schema.js'
import { type ActorPerson, writeAdminLog } from '../admin-logs/write-admin-log.js'
import { findOwnTeam } from '../notes/find-author.js'
import { rightsOnAction } from '../roles/rights.js'
import { readRights } from './action-rights.js'
import type { NewApproval } from './approval.js'
import { insertComment } from './insert-comment.js'
import type { MemberContext } from './member-context.js'
import { selectDeciders } from './select-deciders.js'
import { logActivity } from './transition-approval.js'

/** The number of days within which a request must be decided. */
const EXPIRY_DAYS = 7

/** Creates a request for approval and returns its id. */
export async function requestApproval(
  transaction: Transaction<Database>,
  {
    project,
    environment,
    person,
    member,
  }: Omit<MemberContext, 'person'> & { readonly person: ActorPerson },
  request: NewApproval,
): Promise<number> {
  const { collectionName, actionName, recordIds } = request
  const rights = await readRights(transaction, environment.id, member.roleId)
  if (!rightsOnAction(rights, collectionName, actionName)?.trigger) {
    throw new ForbiddenError(
      `Your role may not trigger '${actionName}' on '${collectionName}'.`,
      'action_not_allowed',
      { right: 'trigger', collection: collectionName, action: actionName },
    )
  }
  const team = await findOwnTeam(transaction, member, request.teamId)
  const { id } = await transaction
    .insertInto('approvals')
    .values({
      environment_id: environment.id,
      status: 'pending',
      collection_name: collectionName,
      action_name: actionName,
      record_ids: recordIds,
      inputs: JSON.stringify(request.inputs),
      requester_id: person.id,
      team_id: team.id,
      expires_at: sql<string>`clock_timestamp() + ${EXPIRY_DAYS} * interval '1 day'`,
      decided_by: null,
      failure: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const approval = { id, environmentId: environment.id, projectId: project.id }
  await insertComment(transaction, approval, person, request.comment)
  await logActivity(
    transaction,
    { ...approval, collectionName, actionName, recordIds, teamName: team.name },
    { action: 'createApproval', userId: person.id },
  )
  await writeAdminLog(transaction, {
    projectId: project.id,
    actor: { initiator: 'administrator', person },
    type: 'add',
    resource: 'approval',
    newValue: { object: 'approval', id, status: 'pending', collectionName, actionName, recordIds },
  })
  await queueNotifications(
    transaction,
    { kind: 'approval', environmentId: environment.id, subjectId: id },
    selectDeciders(approval),
  )
  return id
}
