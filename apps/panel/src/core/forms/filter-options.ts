import type { WidgetOption } from './action-widget.js'

/** What a list of options shows for a search. */
export interface FilteredOptions {
  readonly shown: readonly WidgetOption[]
  /** How many others fit as well. */
  readonly more: number
}

/**
 * Finds options by their labels, without regard to case and accents: those that start with the text
 * first. At most `limit` are returned, so that thousands stay quick.
 *
 * @example
 * filterOptions(countries, 'ger', 100).shown // [{ label: 'Germany', … }, { label: 'Algeria', … }]
 */
export function filterOptions(
  options: readonly WidgetOption[],
  search: string,
  limit: number,
): FilteredOptions {
  const wanted = fold(search.trim())
  const starts: WidgetOption[] = []
  const others: WidgetOption[] = []
  for (const option of options) {
    const at = wanted === '' ? 0 : fold(option.label).indexOf(wanted)
    if (at === 0) starts.push(option)
    else if (at > 0) others.push(option)
  }
  const found = [...starts, ...others]
  return { shown: found.slice(0, limit), more: Math.max(0, found.length - limit) }
}

/** Lower case without accents: `É` is found by `e`. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/**
 * Finds the option of a value. A value that is none of them, such as one of an older list, is an
 * option of its own, so that it is neither hidden nor lost.
 *
 * @example
 * findOption(options, 'gone') // { label: 'gone', value: 'gone' }
 */
export function findOption(options: readonly WidgetOption[], value: unknown): WidgetOption {
  const text = toKey(value)
  return options.find(option => toKey(option.value) === text) ?? { label: toLabel(value), value }
}

/**
 * Returns a text that tells values of options apart, whatever their type.
 *
 * @example
 * toKey(1) !== toKey('1') // true
 */
export function toKey(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined'
}

function toLabel(value: unknown): string {
  return typeof value === 'string' ? value : toKey(value)
}
