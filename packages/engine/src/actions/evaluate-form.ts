import { knownNames, ValidationError } from '@service/base'
import { entryError } from '../journal.js'
import type { CollectionModel, EngineCall } from '../model/model.js'
import type { SingleActionContext } from './action-context.js'
import {
  type ElementDefinition,
  type FieldDefinition,
  fieldId,
  fieldsIn,
  innerElements,
  isLayout,
} from './action-model.js'
import type { FormRequest } from './action-request.js'
import { checkForm } from './check-form.js'
import { createActionContext } from './create-action-context.js'
import { throwFieldErrors } from './field-error.js'
import { guessFormValue, parseFormValue, parseRecordId } from './parse-form-value.js'
import { type WatchedValues, watchValues } from './watch-values.js'

/** A form after its functions were called with the values of a request. */
export interface Evaluation {
  /** Every field as defined, including hidden ones. */
  readonly fields: readonly FieldDefinition[]
  /** The visible elements, with values instead of functions. */
  readonly elements: readonly ElementDefinition[]
  /** By field id: the received value, else the default, else null. */
  readonly values: ReadonlyMap<string, unknown>
  /** By id of a field whose `defaultValue` is requested: the value the form itself sets. */
  readonly ownValues: ReadonlyMap<string, unknown>
  /** Fields that the code of the form read. */
  readonly watched: ReadonlySet<string>
}

/** Which properties of an element are requested; functions of other properties are not called. */
export type NeededProperties = (element: ElementDefinition) => readonly string[]

/**
 * Calls the functions of a form. The filter of the request must already contain the caller's
 * scopes.
 */
export async function evaluateForm(
  request: FormRequest,
  call: EngineCall,
  needed: NeededProperties,
): Promise<Evaluation> {
  const values = watchValues()
  const ownValues = new Map<string, unknown>()
  const hasFieldChanged = (id: string) => {
    values.watch(id)
    return id === request.changedField
  }
  const context = createActionContext(request, call, 'form', values.formValues, hasFieldChanged)
  const form = await makeElements(request, context, values)
  const elements = request.search ? [searchedField(form, request.search.field)] : form
  const fields = fieldsIn(elements)
  fillIn(values, fieldsIn(form), request)
  await fillInDefaults(values, fields, context)
  const shown = await shownElements(elements, context)
  return {
    fields,
    elements: await Promise.all(shown.map(resolveElement)),
    values: values.known,
    ownValues,
    watched: values.watched,
  }

  async function resolveElement(element: ElementDefinition): Promise<ElementDefinition> {
    const entries = await Promise.all(
      needed(element).map(async name => [name, await resolveProperty(element, name)] as const),
    )
    const properties = Object.fromEntries(entries)
    const resolved = { ...element, ...properties }
    if (!isLayout(element) && 'defaultValue' in properties) {
      const own = properties.value ?? properties.defaultValue ?? null
      ownValues.set(fieldId(element), comparable(request.collection, element, own))
    }
    if (!isLayout(element)) return withValue(resolved as FieldDefinition, values)
    return withInner(
      resolved as typeof element,
      await Promise.all(innerElements(element).map(resolveElement)),
    )
  }

  function resolveProperty(element: ElementDefinition, name: string): unknown {
    const property = element[name]
    if (typeof property !== 'function') return property
    if (name !== 'options' || isLayout(element)) return property(context)
    const { search } = request
    return property(context, search?.field === fieldId(element) ? search.text : '')
  }
}

/** Returns the form as a list; a form that a function returned is validated like a static one. */
async function makeElements(
  { action, collection, values: given }: FormRequest,
  context: SingleActionContext,
  values: WatchedValues,
): Promise<readonly ElementDefinition[]> {
  if (typeof action.form !== 'function') return action.form
  for (const [id, value] of Object.entries(given)) values.set(id, guessFormValue(value))
  const elements = await action.form(context)
  try {
    checkForm(elements, collection.collectionNamed)
  } catch (error) {
    // An error in customer code: the details are logged, and not sent to clients.
    throw new Error(entryError(action.addedBy, error).message, { cause: error })
  }
  return elements
}

function searchedField(elements: readonly ElementDefinition[], id: string): FieldDefinition {
  const fields = fieldsIn(elements)
  const field = fields.find(known => fieldId(known) === id)
  if (field) return field
  throw new ValidationError(
    `No field '${id}' in the form. It has: ${knownNames(id, fields.map(fieldId))}`,
  )
}

/** Returns the values received for fields of the form, and nothing else. */
function fillIn(
  values: WatchedValues,
  fields: readonly FieldDefinition[],
  { collection, values: given }: FormRequest,
): void {
  values.clear()
  const errors: unknown[] = []
  for (const field of fields) {
    const id = fieldId(field)
    const value = Object.hasOwn(given, id) ? given[id] : undefined
    if (value === undefined) continue
    try {
      values.set(id, parseGiven(collection, field, value))
    } catch (error) {
      errors.push(error)
    }
  }
  throwFieldErrors(errors)
}

/**
 * Converts a value from the form's own code to the form in which values are received, for
 * comparison.
 */
function comparable(collection: CollectionModel, field: FieldDefinition, value: unknown): unknown {
  try {
    return parseGiven(collection, field, value)
  } catch {
    return value
  }
}

function parseGiven(collection: CollectionModel, field: FieldDefinition, value: unknown): unknown {
  const parsed = parseFormValue(field, value)
  const { collectionName } = field
  if (typeof collectionName !== 'string') return parsed
  return parseRecordId(field, collection.collectionNamed(collectionName), parsed)
}

async function fillInDefaults(
  values: WatchedValues,
  fields: readonly FieldDefinition[],
  context: SingleActionContext,
): Promise<void> {
  const absent = fields.filter(field => !values.known.has(fieldId(field)))
  const defaults = await Promise.all(
    absent.map(({ defaultValue }) =>
      typeof defaultValue === 'function' ? defaultValue(context) : defaultValue,
    ),
  )
  absent.forEach((field, index) => {
    values.set(fieldId(field), defaults[index] ?? null)
  })
}

/** Leaves out hidden elements, and the rows and pages that become empty. */
async function shownElements(
  elements: readonly ElementDefinition[],
  context: SingleActionContext,
): Promise<ElementDefinition[]> {
  const shown = await Promise.all(elements.map(element => shownElement(element, context)))
  return shown.filter(element => element !== undefined)
}

async function shownElement(
  element: ElementDefinition,
  context: SingleActionContext,
): Promise<ElementDefinition | undefined> {
  if (typeof element.if === 'function' && !(await element.if(context))) return undefined
  if (!isLayout(element)) return element
  if (element.component !== 'Row' && element.component !== 'Page') return element
  const inner = await shownElements(innerElements(element), context)
  return inner.length === 0 ? undefined : withInner(element, inner)
}

function withInner(
  element: ElementDefinition,
  inner: readonly ElementDefinition[],
): ElementDefinition {
  if (element.component === 'Page') return { ...element, elements: inner }
  return element.component === 'Row' ? { ...element, fields: inner } : element
}

function withValue(field: FieldDefinition, { known }: WatchedValues): FieldDefinition {
  const { value = known.get(fieldId(field)), defaultValue: _, ...others } = field
  return { ...others, value } as FieldDefinition
}
