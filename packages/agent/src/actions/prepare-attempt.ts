import { isObject, ValidationError } from '@service/base'
import { type Filter, type PreparedAction, prepareAction } from '@service/engine'
import type { SelectedRecords } from '../gateway/conditions.js'
import type { PrivateContext } from '../routes/route.js'
import type { ActionAttempt } from './action-attempt.js'
import type { FoundAction } from './find-action.js'
import { type ActionBody, parseActionRequest } from './parse-action-request.js'

/** Checks everything about an action but whether it may run: its records exist, its values are valid. */
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
    filter: judgedRecords(found, prepared),
    // Counted when a condition asks.
    get size() {
      return countNamed()
    },
  }
  return { action: found.action, selected, prepared, call, logger }
}

/**
 * The records that conditions are about: those the action will run on. Of an action on no record
 * nobody knows what its code touches, so that a filter the caller sent must not narrow it down.
 */
function judgedRecords({ action }: FoundAction, { filter }: PreparedAction): Filter {
  return action.scope === 'Global' ? {} : filter
}
