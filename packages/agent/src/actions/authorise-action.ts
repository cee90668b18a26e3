import { type ServiceError, ValidationError } from '@service/base'
import type { ConditionTree } from '@service/datasource-toolkit'
import {
  ActionForbiddenError,
  ApprovalNotAllowedError,
  ApprovalRequiredError,
  InvalidActionConditionError,
} from '../errors.js'
import type { Access } from '../gateway/access.js'
import type { CallerActionRights } from '../gateway/action-rights.js'
import { coversAll, matchesSome, resolveCondition } from '../gateway/conditions.js'
import type { ActionAttempt } from './action-attempt.js'
import { approverRoles } from './approver-roles.js'
import type { FoundAction } from './find-action.js'

type Step = Exclude<keyof CallerActionRights, 'approvers'>

const unmet = 'A selected record or a value of the form does not meet the condition.'

/** Throws 403 unless the role may trigger or approve the action; the values of the form are checked later. */
export function requireForm(access: Access, found: FoundAction): void {
  const { trigger, approve, selfApprove } = rightsOn(access, found)
  if (trigger.isGranted || approve.isGranted || selfApprove.isGranted) return
  refuseTrigger(access, found, 'The role may neither trigger nor approve the action.')
}

/** Throws 403 unless the role may trigger the action on at least some records. */
export function requireTrigger(access: Access, found: FoundAction): void {
  if (rightsOn(access, found).trigger.isGranted) return
  refuseTrigger(access, found, 'The role may not trigger the action.')
}

/** Throws 403 unless the caller may run the action on these records now, without an approval. */
export async function authoriseTrigger(access: Access, attempt: ActionAttempt): Promise<void> {
  const found = foundIn(attempt)
  requireTrigger(access, found)
  const { selected, call } = attempt
  const condition = readCondition(access, attempt, 'trigger')
  if (!(await coversAll(condition, selected, call))) refuseTrigger(access, found, unmet)
  if (!rightsOn(access, found).requireApproval.isGranted) return
  const approvalCondition = readCondition(access, attempt, 'requireApproval')
  if (!(await matchesSome(approvalCondition, selected, call))) return
  const error = new ApprovalRequiredError(found.action.name, await approverRoles(access, attempt))
  refuse(access, found, 'requireApproval', error, 'The role needs an approval for this.')
}

/** Throws 403 unless the caller may approve this request to run the action. */
export async function authoriseApproval(
  access: Access,
  attempt: ActionAttempt,
  requesterId: number,
): Promise<void> {
  const found = foundIn(attempt)
  const step = requesterId === access.userId ? 'selfApprove' : 'approve'
  const { isGranted } = rightsOn(access, found)[step]
  if (isGranted) {
    const condition = readCondition(access, attempt, step)
    if (await coversAll(condition, attempt.selected, attempt.call)) return
  }
  const error = new ApprovalNotAllowedError(found.action.name, await approverRoles(access, attempt))
  refuse(access, found, step, error, isGranted ? unmet : `The role has no right '${step}'.`)
}

function foundIn({ action, selected }: ActionAttempt): FoundAction {
  return { action, collection: selected.collection }
}

function rightsOn(access: Access, { action, collection }: FoundAction): CallerActionRights {
  return access.actionRights(action.name, collection)
}

/** Resolves the condition on a right, or throws 422: an invalid condition must not grant access. */
function readCondition(
  access: Access,
  attempt: ActionAttempt,
  step: Step,
): ConditionTree | undefined {
  const found = foundIn(attempt)
  const right = rightsOn(access, found)[step]
  if (!('condition' in right)) return undefined
  const { prepared, call, logger } = attempt
  const reader = { variable: access.variable.bind(access), input: prepared.input, call }
  try {
    return resolveCondition(right.condition, found.collection, reader)
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const reason = `The condition on '${step}' cannot be evaluated: ${error.message}`
    logger('Warn', `'${found.action.name}' of '${found.collection.name}' is refused. ${reason}`)
    const invalid = new InvalidActionConditionError(found.action.name, { cause: error })
    return refuse(access, found, step, invalid, reason)
  }
}

function refuseTrigger(access: Access, found: FoundAction, reason: string): never {
  const error = new ActionForbiddenError(found.action.name, found.collection.name)
  return refuse(access, found, 'trigger', error, reason)
}

function refuse(
  { deny }: Access,
  { action, collection }: FoundAction,
  right: Step,
  error: ServiceError,
  reason: string,
): never {
  return deny(error, {
    kind: 'action',
    right,
    collection: collection.name,
    action: action.name,
    reason,
  })
}
