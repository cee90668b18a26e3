import type { ActionField } from '@service/protocol'
import { expect, it } from 'vitest'
import { chooseActionWidget } from '../core/forms/action-widget.js'
import { isEditWidget } from './edit-value.js'

/** The widgets of the protocol and the types of the fields they edit. */
const table: readonly (readonly [string, readonly ActionField['type'][]])[] = [
  ['dropdown', ['String', 'Number', 'Date', 'Dateonly', ['String'], ['Number']]],
  ['radio button', ['String', 'Number', 'Date', 'Dateonly']],
  ['checkboxes', [['String'], ['Number']]],
  ['boolean editor', ['Boolean']],
  ['text editor', ['String']],
  ['text area editor', ['String']],
  ['rich text', ['String']],
  ['input array', [['String'], ['Number']]],
  ['number input', ['Number']],
  ['price editor', ['Number']],
  ['color editor', ['String']],
  ['date editor', ['Date', 'Dateonly', 'String']],
  ['time editor', ['Time']],
  ['json code editor', ['Json']],
  ['file picker', ['File', ['File']]],
  ['assignee editor', ['String', ['String']]],
  ['address editor', ['String']],
]

const field = { field: 'x', label: 'X' }

it.each(table.flatMap(([name, types]) => types.map(type => [name, type] as const)))(
  'there is an editor for the widget %s of %j',
  (name, type) => {
    const widget = chooseActionWidget({ ...field, type, widgetEdit: { name, parameters: {} } })
    expect(isEditWidget(widget.name), widget.name).toBe(true)
  },
)

it.each([
  ...['Boolean', 'Date', 'Dateonly', 'Time', 'Json', 'Number', 'String', 'File'].map(type => ({
    type,
  })),
  { type: 'Enum', enums: ['a'] },
  { type: ['Enum'], enums: ['a'] },
  ...['String', 'Number', 'File'].map(type => ({ type: [type] })),
  { type: 'Number', reference: 'orders.id' },
] as readonly Pick<ActionField, 'type'>[])(
  'there is an editor for a field without widget: %j',
  given => {
    const widget = chooseActionWidget({ ...field, ...given })
    expect(isEditWidget(widget.name), widget.name).toBe(true)
  },
)
