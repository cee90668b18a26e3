import { ValidationError } from '@service/base'
import type { Access } from '../gateway/access.js'
import type { ApproverRole } from '../gateway/action-rights.js'
import { coversAll, resolveCondition } from '../gateway/conditions.js'
import type { ActionAttempt } from './action-attempt.js'

/**
 * The roles that may approve an attempt: those without a condition, and those whose condition every
 * selected record meets.
 */
export async function approverRoles(access: Access, attempt: ActionAttempt): Promise<number[]> {
  const { action, selected } = attempt
  const roles = access.actionRights(action.name, selected.collection).approvers()
  const results = new Map<string, Promise<boolean>>()
  const mayApprove = ({ roleId, condition }: ApproverRole): Promise<boolean> => {
    if (condition === undefined) return Promise.resolve(true)
    const text = JSON.stringify(condition)
    // Variables are filled in with the values of the approver, who is not known yet.
    if (text.includes('{{')) return Promise.resolve(true)
    const result = results.get(text) ?? meetsCondition(condition, roleId, attempt)
    results.set(text, result)
    return result
  }
  const allowed = await Promise.all(roles.map(mayApprove))
  return roles.filter((_, index) => allowed[index]).map(({ roleId }) => roleId)
}

async function meetsCondition(
  condition: object,
  roleId: number,
  attempt: ActionAttempt,
): Promise<boolean> {
  const { action, selected, prepared, call, logger } = attempt
  const { collection } = selected
  const reader = { variable: () => undefined, input: prepared.input, call }
  try {
    const tree = resolveCondition(condition, collection, reader)
    return await coversAll(tree, selected, call)
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const reason = `its condition cannot be evaluated: ${error.message}`
    logger(
      'Warn',
      `Role ${roleId} cannot approve '${action.name}' on '${collection.name}': ${reason}`,
    )
    return false
  }
}
