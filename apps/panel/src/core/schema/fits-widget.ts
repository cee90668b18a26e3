import { isObject } from '@service/base'

type ValueKind = 'text' | 'number' | 'boolean' | 'list' | 'object'

const text: readonly ValueKind[] = ['text']
const numeric: readonly ValueKind[] = ['text', 'number']
const scalar: readonly ValueKind[] = ['text', 'number', 'boolean']

/** The kinds of values that each widget can show. What is not here falls back to text or JSON. */
const accepted: Readonly<Record<string, readonly ValueKind[]>> = {
  address: text,
  badge: scalar,
  badges: [...scalar, 'list'],
  binary: text,
  boolean: ['boolean'],
  code: text,
  colour: text,
  country: text,
  date: text,
  day: text,
  duration: numeric,
  email: text,
  file: ['text', 'list'],
  image: text,
  json: [...scalar, 'list', 'object'],
  link: text,
  list: ['list'],
  'long-text': text,
  masked: scalar,
  money: numeric,
  number: numeric,
  percentage: numeric,
  person: ['text', 'list'],
  phone: text,
  point: ['text', 'list'],
  progress: numeric,
  rating: numeric,
  'relative-date': text,
  'rich-text': text,
  size: ['number'],
  text: scalar,
  time: text,
  uuid: text,
}

/** Every widget that can show a value. */
export const showWidgets: readonly string[] = Object.keys(accepted)

/**
 * Returns whether a widget can show a value, by the kind of value that it is.
 *
 * @example
 * canShow('colour', 12) // false
 */
export function canShow(widget: string, value: unknown): boolean {
  const kind = readKind(value)
  const kinds = Object.hasOwn(accepted, widget) ? accepted[widget] : undefined
  return kind !== undefined && kinds?.includes(kind) === true
}

/**
 * Returns the widget for a value that the widget of its field cannot show.
 *
 * @example
 * chooseFallback({ a: 1 }) // 'json'
 */
export function chooseFallback(value: unknown): 'text' | 'json' {
  return typeof value === 'object' && value !== null ? 'json' : 'text'
}

function readKind(value: unknown): ValueKind | undefined {
  if (typeof value === 'string') return 'text'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (Array.isArray(value)) return 'list'
  return isObject(value) ? 'object' : undefined
}
