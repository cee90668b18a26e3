import type { PanelCollection, PanelField } from '@service/protocol'
import { isBytes, isColumn, isShortText } from './field-names.js'
import { isSecretField } from './is-secret-field.js'
import { normaliseName } from './split-words.js'

const titles = [
  'name',
  'full_name',
  'title',
  'label',
  'reference',
  'subject',
  'email',
  'username',
  'slug',
  'code',
  'sku',
]

/**
 * Guesses the field that names a record; undefined when only its id does.
 *
 * @example
 * guessTitle(customers) // 'full_name'
 */
export function guessTitle(collection: PanelCollection): string | undefined {
  const named = new Map(
    collection.fields.filter(canBeTitle).map(field => [normaliseName(field.field), field.field]),
  )
  const title = titles.find(each => named.has(each))
  if (title !== undefined) return named.get(title)
  return collection.fields.find(field => isShortText(field) && !field.isPrimaryKey)?.field
}

function canBeTitle(field: PanelField): boolean {
  const isPlain = field.type === 'String' || field.type === 'Number' || field.type === 'Enum'
  return isColumn(field) && isPlain && !isBytes(field) && !isSecretField(field.field)
}
