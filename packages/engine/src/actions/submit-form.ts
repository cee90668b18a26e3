import { isDeepStrictEqual } from 'node:util'
import { lookupCall } from '../context/inner-call.js'
import type { EngineCall } from '../model/model.js'
import { readRecord } from '../read-record.js'
import {
  type ElementDefinition,
  type FieldDefinition,
  fieldId,
  fieldsIn,
  isLayout,
} from './action-model.js'
import type { ActionRequest } from './action-request.js'
import { checkGiven, restrictions } from './check-given.js'
import { type Evaluation, evaluateForm } from './evaluate-form.js'
import { fieldError, throwFieldErrors } from './field-error.js'
import type { AnyValues } from './form-values.js'
import { isEmptyValue, parseRecordId } from './parse-form-value.js'

/** A submitted form. */
export interface Submission {
  readonly values: AnyValues
  /** Every field of the form, including hidden ones. */
  readonly fields: readonly FieldDefinition[]
  /** Ids of fields whose value differs from the one the form sets by itself. */
  readonly changed: ReadonlySet<string>
}

/**
 * Returns the values an action runs with: the received ones, validated against the form, and the
 * form's own for hidden and read-only fields. The filter must already contain the caller's scopes.
 */
export async function submitForm(request: ActionRequest, call: EngineCall): Promise<Submission> {
  const { form } = request.action
  if (form.length === 0 && typeof form !== 'function') return unfilled
  let { values } = request
  for (;;) {
    const given = values
    const needed = (element: ElementDefinition) => neededProperties(element, given)
    const evaluation = await evaluateForm({ ...request, values }, call, needed)
    const shown = new Map(fieldsIn(evaluation.elements).map(field => [fieldId(field), field]))
    // Values that a client may not set must not be visible to the functions of the form either.
    const locked = lockedIds(evaluation, shown, values)
    if (locked.size === 0) {
      const settled = await resolveValues(request, evaluation, shown, values, call)
      return {
        values: settled,
        fields: evaluation.fields,
        changed: changedIds(evaluation, settled),
      }
    }
    values = Object.fromEntries(Object.entries(values).filter(([id]) => !locked.has(id)))
  }
}

const unfilled: Submission = { values: {}, fields: [], changed: new Set() }

function neededProperties(element: ElementDefinition, given: AnyValues): readonly string[] {
  const needed = ['isRequired', 'isReadOnly', 'value', 'collectionName', ...restrictions]
  const present = needed.filter(name => name in element && !isSearched(element, name))
  // The received value is compared with the one the form would have without it.
  const isReceived = !isLayout(element) && isGiven(given, fieldId(element))
  return isReceived ? [...present, 'defaultValue'] : present
}

function changedIds({ ownValues }: Evaluation, values: AnyValues): ReadonlySet<string> {
  const isChanged = ([id, own]: [string, unknown]) => !isDeepStrictEqual(values[id], own)
  return new Set([...ownValues].filter(isChanged).map(([id]) => id))
}

/** Searched options are not requested: a value cannot be validated against them. */
function isSearched({ search }: ElementDefinition, property: string): boolean {
  return search === 'dynamic' && property === 'options'
}

function lockedIds(
  { fields }: Evaluation,
  shown: ReadonlyMap<string, FieldDefinition>,
  values: AnyValues,
): ReadonlySet<string> {
  const isLocked = (id: string) => !shown.has(id) || shown.get(id)?.isReadOnly === true
  return new Set(fields.map(fieldId).filter(id => isGiven(values, id) && isLocked(id)))
}

async function resolveValues(
  { collection }: ActionRequest,
  evaluation: Evaluation,
  shown: ReadonlyMap<string, FieldDefinition>,
  values: AnyValues,
  call: EngineCall,
): Promise<AnyValues> {
  const settled = evaluation.fields.map(async definition => {
    const id = fieldId(definition)
    const known = evaluation.values.get(id) ?? null
    const field = shown.get(id)
    if (!field) return [id, known] as const
    const value = isGiven(values, id) ? await accept(field, known) : (field.value ?? null)
    if (field.isRequired === true && isEmptyValue(value)) {
      throw fieldError(id, `'${id}' is required.`)
    }
    return [id, value] as const
  })
  const results = await Promise.allSettled(settled)
  throwFieldErrors(results.flatMap(each => (each.status === 'rejected' ? [each.reason] : [])))
  return Object.freeze(
    Object.fromEntries(results.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []))),
  )

  async function accept(field: FieldDefinition, value: unknown): Promise<unknown> {
    if (value === null) return null
    if (field.type === 'Collection') return findRecord(field, value)
    checkGiven(field, value)
    return value
  }

  /** The record must be in the caller's scope. */
  async function findRecord(field: FieldDefinition, value: unknown): Promise<unknown> {
    const target = collection.collectionNamed(String(field.collectionName))
    const id = parseRecordId(field, target, value)!
    const projection = target.primaryKey.map(({ name }) => name)
    if (await readRecord({ collection: target, projection }, id, lookupCall(call))) return id
    const formField = fieldId(field)
    throw fieldError(formField, `'${formField}': '${target.name}' has no such record.`)
  }
}

function isGiven(values: AnyValues, id: string): boolean {
  return Object.hasOwn(values, id) && values[id] !== undefined
}
