import type { ActionField, LayoutWidget } from '@service/protocol'

/** The widgets of action forms, by their name in the protocol, as the panel calls them. */
const widgets: Readonly<Record<string, string>> = {
  'address editor': 'address',
  'assignee editor': 'person',
  'boolean editor': 'checkbox',
  checkboxes: 'checkboxes',
  'color editor': 'colour',
  'date editor': 'date',
  dropdown: 'dropdown',
  'file picker': 'file',
  'input array': 'list',
  'json code editor': 'json',
  'number input': 'number',
  'price editor': 'money',
  'radio button': 'radio',
  'rich text': 'rich-text',
  'text area editor': 'text-area',
  'text editor': 'text',
  'time editor': 'time',
}

const byType: Readonly<Record<string, string>> = {
  Boolean: 'checkbox',
  Date: 'date',
  Dateonly: 'day',
  Enum: 'select',
  File: 'file',
  Json: 'json',
  Number: 'number',
  String: 'text',
  Time: 'time',
}

/** More values are chosen from a list. */
const mostRadios = 7

/**
 * Returns the widget that edits a field of an action's form.
 *
 * @example
 * chooseActionWidget(amount) // { name: 'money', parameters: { currency: 'EUR', base: 'Unit' } }
 */
export function chooseActionWidget(field: ActionField): LayoutWidget {
  const { type, widgetEdit, reference, enums } = field
  if (reference) return { name: 'to-one', parameters: { reference } }
  const name = widgetEdit && widgets[widgetEdit.name]
  if (widgetEdit && name) {
    const isDay = name === 'date' && type === 'Dateonly'
    const parameters = Object.entries(widgetEdit.parameters).filter(([, value]) => value !== null)
    return { name: isDay ? 'day' : name, parameters: Object.fromEntries(parameters) }
  }
  if (Array.isArray(type)) return { name: chooseListWidget(type[0], enums) }
  if (type === 'Enum' && (enums ?? []).length <= mostRadios) return { name: 'radio' }
  return { name: (typeof type === 'string' && byType[type]) || 'json' }
}

function chooseListWidget(element: unknown, enums: ActionField['enums']): string {
  if (element === 'Enum' && enums) return 'multi-select'
  return element === 'File' ? 'file' : 'list'
}

/** A choice that a widget offers. */
export interface WidgetOption {
  readonly label: string
  readonly value: unknown
}

/**
 * Returns the options of a dropdown, radio group or group of check boxes.
 *
 * @example
 * readOptions({ name: 'radio', parameters: { static: { options: ['a', { label: 'B', value: 'b' }] } } })
 */
export function readOptions(
  widget: LayoutWidget,
  enums: readonly string[] = [],
): readonly WidgetOption[] {
  const { static: fixed } = (widget.parameters ?? {}) as { static?: { options?: unknown } }
  const options = Array.isArray(fixed?.options) ? (fixed.options as readonly unknown[]) : enums
  return options.map(option => {
    const isPair = typeof option === 'object' && option !== null && 'value' in option
    if (!isPair) return { label: String(option), value: option }
    const { label, value } = option as { label?: unknown; value: unknown }
    return { label: String(label ?? value), value }
  })
}
