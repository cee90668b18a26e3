import type { ColumnType } from '@service/datasource-toolkit'
import type { LayoutWidget } from '@service/protocol'

const byType: Readonly<Record<string, string>> = {
  Binary: 'binary',
  Boolean: 'checkbox',
  Date: 'date',
  Dateonly: 'day',
  Enum: 'select',
  File: 'file',
  Number: 'number',
  Point: 'point',
  String: 'text',
  Time: 'time',
  Uuid: 'text',
}

/**
 * Returns the widget that edits a value when nothing but its type is known.
 *
 * @example
 * chooseWidgetForType('Dateonly') // { name: 'day' }
 */
export function chooseWidgetForType(columnType: ColumnType): LayoutWidget {
  if (Array.isArray(columnType)) {
    const [element] = columnType as readonly [ColumnType]
    const isPlain = typeof element === 'string' && byType[element] !== undefined
    return { name: isPlain ? (element === 'Enum' ? 'multi-select' : 'list') : 'json' }
  }
  return { name: (typeof columnType === 'string' && byType[columnType]) || 'json' }
}

/**
 * Returns the widget of the items of a list: what the list says about numbers and texts goes for
 * each of them.
 *
 * @example
 * chooseItemWidget('Number', { name: 'list', parameters: { min: 0 } })
 */
export function chooseItemWidget(columnType: ColumnType, list: LayoutWidget): LayoutWidget {
  const { min, max, step, placeholder } = list.parameters ?? {}
  return { ...chooseWidgetForType(columnType), parameters: { min, max, step, placeholder } }
}
