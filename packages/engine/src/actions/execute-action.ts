import {
  knownNames,
  NotFoundError,
  UnprocessableError,
  ValidationError,
} from '@service/datasource-toolkit'
import { lookupCall } from '../context/inner-call.js'
import { list } from '../list.js'
import type { CollectionModel } from '../model/model.js'
import type { EngineCall } from '../query.js'
import type { ActionModel } from './action-model.js'
import type { ActionRequest } from './action-request.js'
import type { ActionResult } from './action-result.js'
import { closeFilter } from './close-filter.js'
import { createActionContext } from './create-action-context.js'
import { createResultBuilder, readResult } from './result-builder.js'
import { submitForm } from './submit-form.js'

/**
 * Runs an action on the records of a filter, within the caller's scope, once its values are checked.
 *
 * @example
 * const action = findAction(collection, 'Refund')
 * const result = await executeAction({ collection, action, filter, values: {} }, call)
 */
export async function executeAction(asked: ActionRequest, call: EngineCall): Promise<ActionResult> {
  const filter = await closeFilter(asked.collection, asked.filter, call)
  const request = { ...asked, filter }
  const { action } = request
  if (action.scope === 'Single') await requireOneRecord(request, call)
  const context = createActionContext(request, call, 'execute', await submitForm(request, call))
  return readResult(await action.execute(context, createResultBuilder()), action.name)
}

/**
 * The action of a collection, or a 404.
 *
 * @example
 * const action = findAction(model.collection('orders'), 'Refund')
 */
export function findAction(collection: CollectionModel, name: string): ActionModel {
  const action = collection.actions.get(name)
  if (action) return action
  throw new NotFoundError(
    `No action '${name}' on '${collection.name}'. It has: ${knownNames(name, collection.actions.keys())}`,
  )
}

async function requireOneRecord(
  { collection, action, filter }: ActionRequest,
  call: EngineCall,
): Promise<void> {
  const projection = collection.primaryKey.map(({ name }) => name)
  if (projection.length === 0) {
    throw new UnprocessableError(
      `'${collection.name}' has no primary key: '${action.name}' cannot be told its record.`,
    )
  }
  const page = { skip: 0, limit: 2 }
  // The filter holds the scopes already.
  const unscoped = { ...lookupCall(call), scopeOf: undefined }
  const rows = await list({ collection, filter, sort: [], projection, page }, unscoped)
  if (rows.length === 1) return
  if (rows.length === 0) throw new NotFoundError(`No such record in '${collection.name}'.`)
  throw new ValidationError(`'${action.name}' runs on exactly one record; several are selected.`)
}
