import { ValidationError } from '@service/datasource-toolkit'
import { prepareAction } from '@service/engine'
import { isObject } from '../record/parse-document.js'
import type { PrivateContext } from '../routes/route.js'
import type { ActionAttempt } from './authorise-action.js'
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
  const { request, selected, call } = await parseActionRequest(context, found, body, query)
  const prepared = await prepareAction({ ...request, values }, call)
  const { logger } = context.runtime.options
  return { action: found.action, selected, prepared, call, logger }
}
