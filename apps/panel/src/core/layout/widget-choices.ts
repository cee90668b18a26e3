import type { FieldModel } from '../schema/collection-model.js'

interface Choices {
  readonly show: readonly string[]
  readonly edit: readonly string[]
}

/** The widgets that suit the type of a column. */
const byType: Readonly<Record<string, Choices>> = {
  String: {
    show: [
      ...['text', 'long-text', 'rich-text', 'code', 'email', 'link', 'phone', 'image', 'colour'],
      ...['badge', 'masked', 'country', 'address', 'person', 'file', 'uuid', 'duration'],
    ],
    edit: [
      ...['text', 'text-area', 'rich-text', 'code', 'email', 'link', 'phone', 'colour', 'masked'],
      ...['address', 'person', 'file'],
    ],
  },
  Number: {
    show: ['number', 'money', 'percentage', 'progress', 'rating', 'duration', 'size', 'badge'],
    edit: ['number', 'money', 'percentage', 'rating', 'slider', 'duration'],
  },
  Boolean: { show: ['boolean', 'badge'], edit: ['checkbox', 'switch', 'three-state'] },
  Date: { show: ['date', 'relative-date'], edit: ['date'] },
  Dateonly: { show: ['day', 'relative-date'], edit: ['day'] },
  Time: { show: ['time'], edit: ['time'] },
  Timeonly: { show: ['time'], edit: ['time'] },
  Enum: { show: ['badge', 'text'], edit: ['select', 'radio'] },
  Json: { show: ['json'], edit: ['json'] },
  Uuid: { show: ['uuid', 'text'], edit: ['text'] },
  Point: { show: ['point'], edit: ['point'] },
  Binary: { show: ['binary', 'image', 'file'], edit: ['binary'] },
  File: { show: ['file', 'image'], edit: ['file'] },
}
const lists: Choices = { show: ['list', 'badges', 'json'], edit: ['list', 'json'] }
const enumLists: Choices = { show: ['badges', 'list'], edit: ['multi-select', 'checkboxes'] }

/**
 * Lists the widgets that can show or edit a field, the current one included.
 *
 * @example
 * listWidgets(orders.fields.get('total')!, 'show') // ['money', 'number', 'percentage', …]
 */
export function listWidgets(field: FieldModel, use: 'show' | 'edit'): readonly string[] {
  const { kind, columnType } = field
  const current = field[use].name
  if (kind !== 'column') return [current]
  const choices = Array.isArray(columnType)
    ? columnType[0] === 'Enum'
      ? enumLists
      : lists
    : typeof columnType === 'string'
      ? byType[columnType]
      : undefined
  return [...new Set([current, ...(choices?.[use] ?? ['json'])])]
}

/** Every widget that somebody can choose. Each has a name. */
export const widgetNames: readonly string[] = [
  ...new Set(
    [...Object.values(byType), lists, enumLists].flatMap(({ show, edit }) => [...show, ...edit]),
  ),
  'to-one',
  'to-many',
]
