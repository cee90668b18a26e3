import type { Row } from '@service/datasource-toolkit'
import { lookupCall } from '../context/inner-call.js'
import { list } from '../list.js'
import type { ChangeRecorder, EngineCall } from '../model/model.js'
import { listSourceColumns, readAgain } from '../write/read-rows.js'
import { recordsPerChange } from '../write/recorded-writes.js'
import type { ActionRequest } from './action-request.js'
import type { ActionResult } from './action-result.js'
import { createActionContext } from './create-action-context.js'
import { createResultBuilder, readResult } from './result-builder.js'
import type { Submission } from './submit-form.js'

/**
 * Runs the code of an action whose values are validated and whose filter contains the caller's
 * scopes.
 */
export async function runAction(
  request: ActionRequest,
  { values, changed }: Submission,
  call: EngineCall,
): Promise<ActionResult> {
  const { action, collection } = request
  if (call.watch) {
    await call.watch.begin()
    call.watch.changed()
  }
  const run = async () => {
    const hasFieldChanged = (id: string) => changed.has(id)
    const context = createActionContext(request, call, 'execute', values, hasFieldChanged)
    return readResult(await action.execute(context, createResultBuilder()), action.name)
  }
  const { recorder } = collection.settings
  return recorder ? recordedRun(recorder, request, call, run) : run()
}

/** Passes the selected records to the recorder, before and after the action. */
async function recordedRun(
  recorder: ChangeRecorder,
  request: ActionRequest,
  call: EngineCall,
  run: () => Promise<ActionResult>,
): Promise<ActionResult> {
  const { action, collection } = request
  const found = action.scope === 'Global' ? [] : await selectedRows(request, call)
  const isPartial = found.length > recordsPerChange
  const records = found.slice(0, recordsPerChange)
  const change = { collection, action: action.name, records, isPartial }
  const end = await recorder.begin({ operation: 'action', ...change }, call)
  const readAll = () => (end ? readAgain(collection, records, call) : undefined)
  let result: ActionResult
  try {
    result = await run()
  } catch (error) {
    await end?.failed(error, await readAll())
    throw error
  }
  if (result.kind === 'error') await end?.failed(result.message, await readAll())
  else await end?.done(await readAll())
  return result
}

function selectedRows({ collection, filter }: ActionRequest, call: EngineCall): Promise<Row[]> {
  const projection = listSourceColumns(collection)
  const page = { skip: 0, limit: recordsPerChange + 1 }
  // The filter already contains the scopes.
  const unscoped = { ...lookupCall(call), findScope: undefined }
  return list({ collection, filter, sort: [], projection, page }, unscoped)
}
