import type { EngineCall } from '../model/model.js'
import type { ActionModel, ElementDefinition } from './action-model.js'
import type { FormRequest } from './action-request.js'
import { buildForm } from './build-form.js'
import { closeFilter } from './close-filter.js'
import { evaluateForm } from './evaluate-form.js'
import type { ActionForm } from './form-state.js'

/**
 * Computes the form of an action for the current values.
 *
 * @example
 * const action = findAction(collection, 'Refund')
 * const form = await loadForm({ collection, action, filter, values: { Reason: 'late' } }, call)
 */
export async function loadForm(request: FormRequest, call: EngineCall): Promise<ActionForm> {
  const filter = await closeFilter(request.collection, request.filter, call)
  const evaluation = await evaluateForm({ ...request, filter }, call, allProperties)
  return buildForm(evaluation.elements, id => evaluation.watched.has(id))
}

/**
 * Returns the form of an action if it is the same for everyone; undefined when it has to be
 * computed.
 *
 * @example
 * const form = staticForm(findAction(collection, 'Refund'))
 */
export function staticForm({ form, isDynamic }: ActionModel): ActionForm | undefined {
  return isDynamic || typeof form === 'function' ? undefined : buildForm(form)
}

function allProperties(element: ElementDefinition): readonly string[] {
  return Object.keys(element).filter(name => name !== 'if' && name !== 'defaultValue')
}
