import type { PanelCollection, PanelField } from '@service/protocol'
import { isColumn, isDate, isMoney, isShortText, isStatus, isToOne } from './field-names.js'
import { guessSort } from './guess-sort.js'
import { guessTitle } from './guess-title.js'
import { isSecretField } from './is-secret-field.js'

const mostColumns = 8
/** Lists with fewer columns are filled up with other short values. */
const fewestColumns = 5

/**
 * Guesses the columns of a list: the title, states, relations, amounts and dates. Long texts, JSON,
 * lists, bytes and secrets are left out.
 *
 * @example
 * guessColumns(orders) // ['reference', 'status', 'customer', 'total', 'ordered_at']
 */
export function guessColumns(collection: PanelCollection): readonly string[] {
  const fields = collection.fields.filter(field => !isSecretField(field.field))
  const title = guessTitle(collection)
  const chosen = new Set<string>(title === undefined ? readKey(collection) : [title])
  const add = (candidates: readonly PanelField[], most: number) => {
    for (const { field } of candidates.filter(each => !chosen.has(each.field)).slice(0, most)) {
      if (chosen.size < mostColumns) chosen.add(field)
    }
  }
  add(fields.filter(isStatus), 2)
  add(
    fields.filter(field => isToOne(field) && field.reference !== null),
    2,
  )
  add(fields.filter(isMoney), 2)
  add(sortDates(collection, fields), 2)
  add(fields.filter(isShortValue), fewestColumns - chosen.size)
  add(
    fields.filter(field => field.isPrimaryKey),
    fewestColumns - chosen.size,
  )
  return [...chosen]
}

function readKey(collection: PanelCollection): string[] {
  return collection.fields.filter(field => field.isPrimaryKey).map(({ field }) => field)
}

/** The date that the list is sorted by comes first. */
function sortDates(collection: PanelCollection, fields: readonly PanelField[]): PanelField[] {
  const sorted = guessSort(collection)[0]?.field
  const dates = fields.filter(field => isColumn(field) && isDate(field))
  return dates.sort((a, b) => Number(b.field === sorted) - Number(a.field === sorted))
}

function isShortValue(field: PanelField): boolean {
  if (!isColumn(field) || field.isPrimaryKey) return false
  return isShortText(field) || field.type === 'Number' || field.type === 'Boolean'
}
