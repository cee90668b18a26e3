import { isObject, ValidationError } from '@service/base'
import { type Filter, type PreparedAction, prepareAction } from '@service/engine'
import type { SelectedRecords } from '../gateway/conditions.js'
import type { PrivateContext } from '../routes/route.js'
import type { ActionAttempt } from './action-attempt.js'
import type { FoundAction } from './find-action.js'
import { type ActionBody, parseActionRequest } from './parse-action-request.js'

/** Checks that the records exist and the values are valid; permissions are checked separately. */
export async function prepareAttempt(
  context: PrivateContext,
  found: FoundAction,
  body: ActionBody,
  query: string,
): Promise<ActionAttempt> {
  const { values } = body.attributes
  if (!isObject(values)) throw new ValidationError("'data.attributes.values' must be an object.")
  const { request, countNamed, call } = await parseActionRequest(context, found, body, query)
  const prepared = await prepareAction({ ...request, values }, call)
  const { logger } = context.runtime.options
  const selected: SelectedRecords = {
    collection: found.collection,
    filter: selectConditionRecords(found, prepared),
    // Counted only when a condition needs it.
    get size() {
      return countNamed()
    },
  }
  return { action: found.action, selected, prepared, call, logger }
}

/**
 * The records that conditions are evaluated on: those the action runs on. The code of a global action
 * may change any record, so that a filter sent by the caller must not narrow them.
 */
function selectConditionRecords({ action }: FoundAction, { filter }: PreparedAction): Filter {
  return action.scope === 'Global' ? {} : filter
}
