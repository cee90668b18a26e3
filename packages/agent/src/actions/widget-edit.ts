import type { FormFieldState, WidgetName } from '@service/engine'

type Parameters = Readonly<Record<string, unknown>>

interface WireWidget {
  readonly name: string
  readonly parameters: (given: Parameters) => Parameters
}

const none = () => ({})
const placeholder = (given: Parameters) => ({ placeholder: orNull(given.placeholder) })
const choices = ({ options }: Parameters) => ({ static: { options } })
const bounds = ({ min, max, step }: Parameters) => ({
  min: numberOrNull(min),
  max: numberOrNull(max),
  step: numberOrNull(step),
})
const inputList = (given: Parameters) => ({
  ...placeholder(given),
  allowDuplicate: given.allowDuplicates === true,
  enableReorder: given.enableReorder !== false,
})

/** The name and the parameters of each widget in the wire format. */
const wireWidgets: Readonly<Record<WidgetName, WireWidget>> = {
  AddressAutocomplete: { name: 'address editor', parameters: placeholder },
  Checkbox: { name: 'boolean editor', parameters: none },
  CheckboxGroup: { name: 'checkboxes', parameters: choices },
  ColorPicker: {
    name: 'color editor',
    parameters: given => ({
      ...placeholder(given),
      enableOpacity: given.enableOpacity === true,
      quickPalette: listOrNull(given.quickPalette),
    }),
  },
  CurrencyInput: {
    name: 'price editor',
    parameters: given => ({
      ...placeholder(given),
      ...bounds(given),
      currency: currencyOrNull(given.currency),
      base: given.base === 'Cents' || given.base === 'Cent' ? 'Cents' : 'Unit',
    }),
  },
  DatePicker: {
    name: 'date editor',
    parameters: given => ({
      format: orNull(given.format),
      ...placeholder(given),
      minDate: dateOrNull(given.min),
      maxDate: dateOrNull(given.max),
    }),
  },
  Dropdown: {
    name: 'dropdown',
    parameters: given => ({
      searchType: given.search === 'dynamic' ? 'dynamic' : null,
      isSearchable: given.search === 'dynamic' || given.search === 'static',
      ...placeholder(given),
      ...choices(given),
    }),
  },
  FilePicker: {
    name: 'file picker',
    parameters: given => ({
      prefix: null,
      filesExtensions: listOrNull(given.extensions),
      filesSizeLimit: numberOrNull(given.maxSizeMb),
      filesCountLimit: numberOrNull(given.maxCount),
    }),
  },
  JsonEditor: { name: 'json code editor', parameters: none },
  NumberInput: {
    name: 'number input',
    parameters: given => ({ ...placeholder(given), ...bounds(given) }),
  },
  NumberInputList: {
    name: 'input array',
    parameters: given => ({ ...inputList(given), ...bounds(given) }),
  },
  RadioGroup: { name: 'radio button', parameters: choices },
  RichText: { name: 'rich text', parameters: placeholder },
  TextArea: {
    name: 'text area editor',
    parameters: given => ({ ...placeholder(given), rows: rowsOrNull(given.rows) }),
  },
  TextInput: { name: 'text editor', parameters: placeholder },
  TextInputList: {
    name: 'input array',
    parameters: given => ({
      ...inputList(given),
      allowEmptyValue: given.allowEmptyValues === true,
    }),
  },
  TimePicker: { name: 'time editor', parameters: none },
  UserDropdown: { name: 'assignee editor', parameters: placeholder },
}

/** The widget of a field in the wire format; undefined when the form does not set one. */
export function widgetEdit({ widget, parameters }: FormFieldState) {
  if (widget === undefined) return undefined
  const wire = wireWidgets[widget]
  return { name: wire.name, parameters: wire.parameters(parameters) }
}

function orNull(value: unknown): unknown {
  return value ?? null
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

function rowsOrNull(value: unknown): number | null {
  const rows = numberOrNull(value)
  return rows !== null && rows > 0 ? Math.round(rows) : null
}

function listOrNull(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null
}

function currencyOrNull(value: unknown): string | null {
  return typeof value === 'string' && /^[a-z]{3}$/i.test(value) ? value.toUpperCase() : null
}

function dateOrNull(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const date = value instanceof Date ? value : new Date(String(value))
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
