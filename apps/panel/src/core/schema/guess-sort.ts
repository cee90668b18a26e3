import type { LayoutSort, PanelCollection } from '@service/protocol'
import { isColumn, isDate } from './field-names.js'
import { splitWords } from './split-words.js'

const events = ['created', 'ordered', 'inserted', 'updated']

/**
 * Guesses the sort of a list: the newest first, by a date when there is one, else by key.
 *
 * @example
 * guessSort(orders) // [{ field: 'ordered_at', isDescending: true }]
 */
export function guessSort(collection: PanelCollection): readonly LayoutSort[] {
  const dates = collection.fields.filter(
    field => isColumn(field) && isDate(field) && field.isSortable,
  )
  for (const event of events) {
    const date = dates.find(({ field }) => splitWords(field)[0]?.toLowerCase() === event)
    if (date) return [{ field: date.field, isDescending: true }]
  }
  return collection.fields
    .filter(field => field.isPrimaryKey && field.isSortable)
    .map(({ field }) => ({ field, isDescending: true }))
}
