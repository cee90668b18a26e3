import { type ActionFormBody, nameInPath, type SchemaAction } from '@service/protocol'
import type { ClientSettings } from '../client-settings.js'
import type { RequestOptions, Transport } from '../http/transport.js'
import type { RecordId } from '../records/record-id.js'
import type { FormFile } from './data-uri.js'
import type { ExecuteOptions } from './execute-options.js'
import {
  type CheckboxField,
  type CheckboxGroupField,
  type ChoiceField,
  type ColorPickerField,
  createFields,
  type DropdownField,
  type EnumField,
  type FieldState,
  type ListField,
  type ValueField,
} from './fields.js'
import { openForm } from './form.js'
import { createLayout, type FormLayout } from './layout.js'
import { type ActionResult, runAction } from './run-action.js'
import { type ActionTarget, targetAttributes } from './target.js'

/** An action with its form open: fill it in, then execute it. */
export interface Action {
  /** Sets fields in the order needed: a field that appears once another is set comes after that one. */
  setFields(values: Readonly<Record<string, unknown>>): Promise<void>
  /** Sets the fields that can be set, and returns the names of the others. */
  tryToSetFields(values: Readonly<Record<string, unknown>>): Promise<string[]>
  getFields(): readonly FieldState[]
  getField(name: string): FieldState
  doesFieldExist(name: string): boolean
  getFieldString(name: string): ValueField<string>
  getFieldNumber(name: string): ValueField<number>
  getFieldJson(name: string): ValueField<unknown>
  getFieldStringList(name: string): ListField<string>
  getFieldNumberList(name: string): ListField<number>
  getDateField(name: string): ValueField<Date | string>
  getFileField(name: string): ValueField<FormFile>
  getFileListField(name: string): ListField<FormFile>
  /** A field whose value is a record of another collection. */
  getCollectionField(name: string): ValueField<RecordId>
  getEnumField(name: string): EnumField
  getDropdownField(name: string): DropdownField
  getCheckboxField(name: string): CheckboxField
  getCheckboxGroupField(name: string): CheckboxGroupField
  getRadioGroupField(name: string): ChoiceField
  getColorPickerField(name: string): ColorPickerField
  getLayout(): FormLayout
  execute(options?: ExecuteOptions): Promise<ActionResult>
}

interface ActionSettings extends ClientSettings {
  readonly collection: string
}

export async function openAction(
  settings: ActionSettings,
  action: SchemaAction,
  target: ActionTarget,
): Promise<Action> {
  const { transport, collection, requestApproval } = settings
  const path = actionPath(collection, action.endpoint)
  const chosen = targetAttributes(collection, target)
  const form = await openForm(action, async (hook, attributes) => {
    const data = { type: 'custom-action-hook-requests', attributes: { ...chosen, ...attributes } }
    const request = { body: { data } }
    return (await transport.json('POST', [...path, 'hooks', hook], request)) as ActionFormBody
  })
  const fields = createFields(form)

  const trySet = async (values: Readonly<Record<string, unknown>>) => {
    const left = new Map(Object.entries(values))
    for (let before = -1; before !== left.size; ) {
      before = left.size
      for (const [name, value] of left) {
        if (!form.find(name)) continue
        await form.set(name, value)
        left.delete(name)
      }
    }
    return [...left.keys()]
  }

  return {
    async setFields(values) {
      const [missing] = await trySet(values)
      if (missing !== undefined) form.field(missing)
    },
    async tryToSetFields(values) {
      const isReadOnly = (name: string) => form.find(name)?.isReadOnly === true
      const kept = Object.entries(values).filter(([name]) => !isReadOnly(name))
      const skipped = Object.keys(values).filter(isReadOnly)
      return [...skipped, ...(await trySet(Object.fromEntries(kept)))]
    },
    getFields: () => form.fields.map(({ field }) => fields.state(field)),
    getField: fields.state,
    doesFieldExist: name => form.find(name) !== undefined,
    getFieldString: fields.value,
    getFieldNumber: fields.value,
    getFieldJson: fields.value,
    getFieldStringList: fields.list,
    getFieldNumberList: fields.list,
    getDateField: fields.value,
    getFileField: fields.value,
    getFileListField: fields.list,
    getCollectionField: fields.value,
    getEnumField: fields.enumeration,
    getDropdownField: fields.dropdown,
    getCheckboxField: fields.checkbox,
    getCheckboxGroupField: fields.checkboxGroup,
    getRadioGroupField: fields.choice,
    getColorPickerField: fields.colorPicker,
    getLayout: () => createLayout(form.layout),
    execute(options = {}) {
      const { signedApprovalRequest } = options
      const attributes = {
        ...chosen,
        smart_action_id: action.id,
        values: form.values(),
        ...(signedApprovalRequest && { signed_approval_request: signedApprovalRequest }),
      }
      const body = { data: { type: 'custom-action-requests', attributes } }
      const run = { transport, path, collection, action: action.name, body, requestApproval }
      return runAction(run, options)
    },
  }
}

/** Sends only the signed request; no form is opened. */
export function runApproved(
  transport: Transport,
  collection: string,
  action: SchemaAction,
  signedApprovalRequest: string,
  options: RequestOptions,
): Promise<ActionResult> {
  const attributes = { signed_approval_request: signedApprovalRequest }
  const body = { data: { type: 'custom-action-requests', attributes } }
  const path = actionPath(collection, action.endpoint)
  return runAction({ transport, path, collection, action: action.name, body }, options)
}

/**
 * Returns the path below the prefix from `/service/_actions/orders/0/refund`; names of collections
 * can contain slashes.
 */
function actionPath(collection: string, endpoint: string): readonly string[] {
  const name = nameInPath(collection)
  for (const written of [name, collection]) {
    const marker = `/_actions/${written}/`
    const start = endpoint.indexOf(marker)
    if (start >= 0) return ['_actions', name, ...endpoint.slice(start + marker.length).split('/')]
  }
  throw new TypeError(`The schema has no valid path for this action: '${endpoint}'.`)
}
