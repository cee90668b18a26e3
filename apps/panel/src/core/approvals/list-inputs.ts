import type { LayoutWidget, PanelAction } from '@service/protocol'
import { readOptions } from '../forms/action-widget.js'
import { buildActionField } from '../forms/build-action-field.js'
import type { PanelRecord } from '../record/panel-record.js'
import type { FieldModel } from '../schema/collection-model.js'
import { readColumnType } from '../schema/read-column-type.js'
import type { Approval, ApprovalInput } from './approval.js'

/** A form value of a request, as it is shown. */
export interface ShownInput {
  readonly field: FieldModel
  /** Holds the value, for the widgets that show records. */
  readonly record: PanelRecord
  /** The record that the value names. */
  readonly related?: { readonly collection: string; readonly id: string }
}

/** How a value is shown that was entered in a widget of this name; others are shown as text. */
const showWidgets: Readonly<Record<string, string>> = {
  address: 'address',
  checkbox: 'boolean',
  checkboxes: 'list',
  colour: 'colour',
  date: 'date',
  day: 'day',
  file: 'file',
  json: 'json',
  list: 'list',
  money: 'money',
  'multi-select': 'list',
  number: 'number',
  person: 'person',
  'rich-text': 'rich-text',
  time: 'time',
}

/**
 * Lists the form values of a request in the order of the form, with the labels and widgets of the
 * action. Values of fields that the form no longer has, or that only a dynamic form has, keep their names.
 *
 * @example
 * listInputs(approval, refund, ['orders']).map(({ field }) => field.label) // ['Amount', 'Reason']
 */
export function listInputs(
  approval: Pick<Approval, 'id' | 'inputs' | 'collectionName'>,
  action: Pick<PanelAction, 'fields'> | undefined,
  collections: Iterable<string>,
): readonly ShownInput[] {
  const names = [...collections]
  const fields = action?.fields ?? []
  const position = ({ name }: ApprovalInput) => {
    const index = fields.findIndex(({ field }) => field === name)
    return index < 0 ? fields.length : index
  }
  return approval.inputs
    .toSorted((a, b) => position(a) - position(b))
    .map(input => {
      const own = fields.find(({ field }) => field === input.name)
      const known = own && buildActionField(own, names)
      const widget = known?.widget ?? { name: input.type === 'Boolean' ? 'checkbox' : 'text' }
      const value = nameOption(widget, known?.enumValues ?? [], input.value ?? null)
      const isRecord = known?.target !== undefined && value !== null
      return {
        field: {
          ...plainField,
          name: input.name,
          label: known?.label || input.name,
          columnType: known?.columnType ?? readColumnType('String'),
          enumValues: known?.enumValues ?? [],
          show: chooseShow(widget, value),
        },
        record: {
          id: `approval ${approval.id}`,
          collection: approval.collectionName,
          values: { [input.name]: value },
          related: {},
        },
        ...(isRecord && { related: { collection: known.target, id: String(value) } }),
      }
    })
}

const plainField = {
  kind: 'column',
  operators: [],
  validations: [],
  defaultValue: null,
  isPrimaryKey: false,
  isSortable: false,
  isRequired: false,
  isWritable: false,
  isSecret: false,
  isHidden: false,
  edit: { name: 'text' },
} as const

/** Objects without a widget of their own are shown as JSON. */
function chooseShow({ name, parameters }: LayoutWidget, value: unknown): LayoutWidget {
  const fallback = Array.isArray(value) ? 'list' : typeof value === 'object' ? 'json' : 'text'
  return { name: showWidgets[name] ?? fallback, ...(parameters && { parameters }) }
}

/** People chose a label: they see it again. */
function nameOption(widget: LayoutWidget, enums: readonly string[], value: unknown): unknown {
  if (!['dropdown', 'radio', 'select', 'checkboxes', 'multi-select'].includes(widget.name)) {
    return value
  }
  const options = readOptions(widget, enums)
  const name = (each: unknown) => options.find(option => option.value === each)?.label ?? each
  return Array.isArray(value) ? value.map(name) : name(value)
}
