import type { ActionField, ActionFormBody, ActionLayout, SchemaAction } from '@service/protocol'
import { ActionFieldRefusedError, UnknownActionFieldError } from '../errors.js'
import { toWireValue } from './form-values.js'

/** Requests a hook of the form: `load`, `change` or `search`. */
export type RequestHook = (hook: string, attributes: object) => Promise<ActionFormBody>

/** The current state of an action's form. */
export interface Form {
  readonly fields: readonly ActionField[]
  readonly layout: readonly ActionLayout[]
  find(name: string): ActionField | undefined
  /** Throws when the form currently has no such field. */
  field(name: string): ActionField
  set(name: string, value: unknown): Promise<void>
  /** Returns the field with the options that match a text. */
  search(name: string, text: string): Promise<ActionField>
  /** Returns the values that would be sent. */
  values(): Readonly<Record<string, unknown>>
}

/** Opens the form: from the schema when that is complete, else with a request to the agent. */
export async function openForm(action: SchemaAction, requestHook: RequestHook): Promise<Form> {
  let form = await loadForm(action, requestHook)

  const find = (name: string) =>
    form.fields.find(({ field }) => field === name) ??
    form.fields.find(({ label }) => label === name)

  const field = (name: string): ActionField => {
    const found = find(name)
    if (found) return found
    const names = form.fields.map(each => each.field).join(', ') || 'none'
    throw new UnknownActionFieldError(
      `The form of '${action.name}' currently has no field '${name}'. Its fields are: ${names}.`,
    )
  }

  return {
    get fields() {
      return form.fields
    },
    get layout() {
      return form.layout
    },
    find,
    field,
    async set(name, value) {
      const known = field(name)
      if (known.isReadOnly) {
        throw new ActionFieldRefusedError(`'${name}' of '${action.name}' is read-only.`)
      }
      const changed = { ...known, value: toWireValue(known, value) }
      const fields = form.fields.map(each => (each === known ? changed : each))
      form = { ...form, fields }
      if (known.hook) form = await requestHook('change', { changed_field: known.field, fields })
    },
    async search(name, text) {
      const known = field(name)
      const fields = form.fields.map(each =>
        each === known ? { ...each, searchValue: text } : each,
      )
      const response = await requestHook('search', {
        search_field: known.field,
        search_value: text,
        fields,
      })
      return response.fields.find(each => each.field === known.field) ?? known
    },
    values: () =>
      Object.fromEntries(
        form.fields
          .filter(({ value }) => value !== undefined)
          .map(({ field: id, value }) => [id, value]),
      ),
  }
}

async function loadForm(action: SchemaAction, requestHook: RequestHook): Promise<ActionFormBody> {
  if (!action.hooks.load) {
    const fields = action.fields.map(({ defaultValue, ...field }) => ({
      ...field,
      value: defaultValue,
    }))
    return { fields, layout: action.layout ?? [] }
  }
  return requestHook('load', { values: {} })
}
