import { NotFoundError } from '@service/base'
import { type FieldPath, getField, type Row } from '@service/datasource-toolkit'
import { innerCall } from '../context/inner-call.js'
import type { EngineCall } from '../model/model.js'
import type { ActionContext, RecordKey, SingleActionContext } from './action-context.js'
import type { ActionRequest } from './action-request.js'
import type { AnyValues } from './form-values.js'
import { readSelection } from './read-selection.js'

/**
 * Creates the context of an action (`execute`) or of its form. The filter must already contain the
 * caller's scopes.
 */
export function createActionContext(
  { collection, action, filter }: ActionRequest,
  call: EngineCall,
  stage: 'form' | 'execute',
  formValues: AnyValues,
  hasFieldChanged: (fieldName: string) => boolean,
): SingleActionContext {
  const callback = `${collection.name}.${action.name} ${stage}`
  const selection = readSelection(collection, filter, innerCall(call, callback))
  const context: ActionContext = {
    ...collection.context(call, callback),
    formValues,
    filter,
    getRecords: fields => selection.records(fields),
    iterateRecords: fields => selection.batches(fields),
    getRecordIds: async () => (await selection.keys()).map(([id]) => id as RecordKey),
    getCompositeRecordIds: () => selection.keys() as Promise<RecordKey[][]>,
    hasFieldChanged,
  }
  // The types for other scopes hide the members that only actions on one record have.
  if (action.scope !== 'Single') return context as SingleActionContext

  const only = <T>([first]: readonly T[]): T => {
    if (first !== undefined) return first
    throw new NotFoundError(`The record '${action.name}' was started on does not exist any more.`)
  }
  const getRecord = async (fields: readonly FieldPath[]): Promise<Row> =>
    only(await selection.records(fields))
  const getCompositeRecordId = async () => only(await selection.keys()) as RecordKey[]
  return {
    ...context,
    getRecord,
    getCompositeRecordId,
    getRecordId: async () => (await getCompositeRecordId())[0]!,
    getField: async field => getField(await getRecord([field]), field) ?? null,
  }
}
