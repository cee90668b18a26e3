import type { FormFieldType } from './form-elements.js'

interface Widget {
  readonly types: readonly FormFieldType[]
  readonly properties: readonly string[]
}

const bounds = ['min', 'max', 'step']
const scalars = ['String', 'Number', 'Date', 'Dateonly'] as const

/** Every widget: the field types it supports, and the properties it adds to a field. */
export const widgets = {
  AddressAutocomplete: { types: ['String'], properties: ['placeholder'] },
  Checkbox: { types: ['Boolean'], properties: [] },
  CheckboxGroup: { types: ['StringList', 'NumberList'], properties: ['options'] },
  ColorPicker: {
    types: ['String'],
    properties: ['placeholder', 'enableOpacity', 'quickPalette'],
  },
  CurrencyInput: { types: ['Number'], properties: ['placeholder', ...bounds, 'currency', 'base'] },
  DatePicker: {
    types: ['Date', 'Dateonly', 'String'],
    properties: ['placeholder', 'format', 'min', 'max'],
  },
  Dropdown: {
    types: [...scalars, 'StringList', 'NumberList'],
    properties: ['placeholder', 'options', 'search'],
  },
  FilePicker: {
    types: ['File', 'FileList'],
    properties: ['extensions', 'maxSizeMb', 'maxCount'],
  },
  JsonEditor: { types: ['Json'], properties: [] },
  NumberInput: { types: ['Number'], properties: ['placeholder', ...bounds] },
  NumberInputList: {
    types: ['NumberList'],
    properties: ['placeholder', 'allowDuplicates', 'enableReorder', ...bounds],
  },
  RadioGroup: { types: scalars, properties: ['options'] },
  RichText: { types: ['String'], properties: ['placeholder'] },
  TextArea: { types: ['String'], properties: ['placeholder', 'rows'] },
  TextInput: { types: ['String'], properties: ['placeholder'] },
  TextInputList: {
    types: ['StringList'],
    properties: ['placeholder', 'allowDuplicates', 'allowEmptyValues', 'enableReorder'],
  },
  TimePicker: { types: ['Time'], properties: [] },
  UserDropdown: { types: ['String', 'StringList'], properties: ['placeholder'] },
} as const satisfies Readonly<Record<string, Widget>>

export type WidgetName = keyof typeof widgets

const commonProperties = [
  'type',
  'label',
  'id',
  'description',
  'isRequired',
  'isReadOnly',
  'defaultValue',
  'value',
  'if',
  'widget',
]

/** The properties that only one type has. */
const ownProperties: Partial<Record<FormFieldType, string>> = {
  Collection: 'collectionName',
  Enum: 'enumValues',
  EnumList: 'enumValues',
}

export const fieldTypes: readonly FormFieldType[] = [
  'Boolean',
  'Collection',
  'Date',
  'Dateonly',
  'Enum',
  'EnumList',
  'File',
  'FileList',
  'Json',
  'Number',
  'NumberList',
  'String',
  'StringList',
  'Time',
]

export function widgetProperties(widget: WidgetName | undefined): readonly string[] {
  return widget === undefined ? [] : widgets[widget].properties
}

/** The widget that shows a placeholder in a field without a widget. */
const inputs: Partial<Record<FormFieldType, WidgetName>> = {
  Date: 'DatePicker',
  Dateonly: 'DatePicker',
  Number: 'NumberInput',
  NumberList: 'NumberInputList',
  String: 'TextInput',
  StringList: 'TextInputList',
}

interface WidgetChoice {
  readonly type: FormFieldType
  readonly widget?: WidgetName
  readonly options?: unknown
  readonly search?: unknown
  readonly placeholder?: unknown
}

/** Returns the widget of a field: the one it names, else the one its properties require. */
export function chooseWidget(field: WidgetChoice): WidgetName | undefined {
  if (field.widget !== undefined) return field.widget
  if (field.options !== undefined || field.search !== undefined) return 'Dropdown'
  return field.placeholder === undefined ? undefined : inputs[field.type]
}

/** Returns every property that a field of this type, with this widget, may have. */
export function knownProperties(type: FormFieldType, widget?: WidgetName): readonly string[] {
  const own = ownProperties[type]
  const further = widget === undefined ? withoutWidget(type) : widgetProperties(widget)
  return [...commonProperties, ...(own ? [own] : []), ...further]
}

function withoutWidget(type: FormFieldType): readonly string[] {
  return inputs[type] === undefined ? [] : widgets.Dropdown.properties
}

/** Returns the property that a field of this type, with this widget, must have. */
export function requiredProperty(type: FormFieldType, widget?: WidgetName): string | undefined {
  return ownProperties[type] ?? widgetProperties(widget).find(property => property === 'options')
}
