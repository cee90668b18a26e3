import type { ColumnType } from '@service/datasource-toolkit'
import type { LayoutWidget } from '@service/protocol'
import { chooseWidgetForType } from './item-widget.js'

type Check = (value: unknown) => boolean

const isList: Check = value => Array.isArray(value)
const isText: Check = value => typeof value !== 'object'
const isBoolean: Check = value => typeof value === 'boolean'
const isNumeric: Check = value => typeof value === 'number' || typeof value === 'string'
const isString: Check = value => typeof value === 'string'

/** What each widget can edit. Widgets that are not here can edit everything. */
const checks: Readonly<Record<string, Check>> = {
  checkbox: isBoolean,
  checkboxes: isList,
  colour: isString,
  date: isString,
  day: isString,
  duration: isNumeric,
  email: isText,
  link: isText,
  list: isList,
  masked: isText,
  money: isNumeric,
  'multi-select': isList,
  number: isNumeric,
  percentage: isNumeric,
  phone: isText,
  rating: isNumeric,
  slider: isNumeric,
  switch: isBoolean,
  text: isText,
  'text-area': isText,
  'three-state': isBoolean,
  time: isString,
}

/** Longer texts do not fit in a line; the longest make a text area slow. */
const longestLine = 10_000
const longestText = 500_000

/** Widgets that know themselves what is too long for them. */
const ownLimits: ReadonlySet<string> = new Set(['binary', 'code', 'file', 'json', 'rich-text'])

/**
 * Chooses the widget that edits a value: the one of the field, one by its type when the panel does
 * not know that, and text when the value is of another kind than the widget edits, which databases
 * allow.
 *
 * @example
 * chooseEditWidget({ name: 'number' }, 'Number', { a: 1 }, name => true) // { name: 'json' }
 */
export function chooseEditWidget(
  widget: LayoutWidget,
  columnType: ColumnType,
  value: unknown,
  isKnown: (name: string) => boolean,
): LayoutWidget {
  const wanted = isKnown(widget.name) ? widget : chooseWidgetForType(columnType)
  const check = Object.hasOwn(checks, wanted.name) ? checks[wanted.name] : undefined
  const fits = value === null || value === undefined || !check || check(value)
  const chosen = fits ? wanted : { name: typeof value === 'object' ? 'json' : 'text' }
  if (typeof value !== 'string' || ownLimits.has(chosen.name)) return chosen
  if (value.length > longestText) return { name: 'large-text' }
  return value.length > longestLine ? { name: 'text-area' } : chosen
}
