import { knownNames, NotFoundError, UnprocessableError, ValidationError } from '@service/base'
import { lookupCall } from '../context/inner-call.js'
import { list } from '../list.js'
import type { CollectionModel, EngineCall } from '../model/model.js'
import type { Filter } from '../query.js'
import { type ActionModel, fieldId } from './action-model.js'
import type { ActionRequest } from './action-request.js'
import type { ActionResult } from './action-result.js'
import { closeFilter } from './close-filter.js'
import { type FormInput, toInput } from './parse-form-value.js'
import { runAction } from './run-action.js'
import { submitForm } from './submit-form.js'

/** An action with validated records and values, ready to run. */
export interface PreparedAction {
  /** The records it will run on, including the caller's scopes. */
  readonly filter: Filter
  /** Returns the value of a form field for conditions; undefined when it cannot be compared. */
  input(fieldId: string): FormInput | undefined
  run(): Promise<ActionResult>
}

/**
 * Validates the values of an action and finds its records, within the caller's scope.
 *
 * @example
 * const action = findAction(collection, 'Refund')
 * const prepared = await prepareAction({ collection, action, filter, values: {} }, call)
 * const result = await prepared.run()
 */
export async function prepareAction(
  actionRequest: ActionRequest,
  call: EngineCall,
): Promise<PreparedAction> {
  const filter = await closeFilter(actionRequest.collection, actionRequest.filter, call)
  const request = { ...actionRequest, filter }
  const { action } = request
  if (action.scope === 'Single') await requireOneRecord(request, call)
  const submission = await submitForm(request, call)
  const { values, fields } = submission
  return {
    filter,
    input(id) {
      const field = fields.find(known => fieldId(known) === id)
      return field && toInput(field, values[id])
    },
    run: () => runAction(request, submission, call),
  }
}

/**
 * Validates the values of an action and runs it on the records of a filter, within the caller's
 * scope.
 *
 * @example
 * const action = findAction(collection, 'Refund')
 * const result = await executeAction({ collection, action, filter, values: {} }, call)
 */
export async function executeAction(
  actionRequest: ActionRequest,
  call: EngineCall,
): Promise<ActionResult> {
  return (await prepareAction(actionRequest, call)).run()
}

/**
 * Finds the action of a collection, or throws a 404.
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
      `'${collection.name}' has no primary key: '${action.name}' cannot identify its record.`,
    )
  }
  const page = { skip: 0, limit: 2 }
  // The filter already contains the scopes.
  const unscoped = { ...lookupCall(call), findScope: undefined }
  const rows = await list({ collection, filter, sort: [], projection, page }, unscoped)
  if (rows.length === 1) return
  if (rows.length === 0) throw new NotFoundError(`No such record in '${collection.name}'.`)
  throw new ValidationError(`'${action.name}' runs on exactly one record; several are selected.`)
}
