import { ownValue } from '@service/base'
import type { ColumnType } from '@service/datasource-toolkit'
import { type StoredType, toColumnType, toStoredType } from '../stored-type.js'

/** Returns the stored type at a JSON path, if the sample or a declaration shows it. */
export function storedAt(
  documentColumn: StoredType,
  path: readonly string[],
): StoredType | undefined {
  return path.reduce<StoredType | undefined>(
    (stored, name) => (stored?.kind === 'document' ? ownValue(stored.fields, name) : undefined),
    documentColumn,
  )
}

/** Returns how a type is stored at a JSON path: as known, else in its default form. */
export function inferStoredJsonPath(type: ColumnType, known: StoredType | undefined): StoredType {
  if (Array.isArray(type)) {
    const element = known?.kind === 'list' ? known.element : undefined
    return { kind: 'list', element: inferStoredJsonPath(type[0] as ColumnType, element) }
  }
  if (typeof type !== 'string') {
    const fields = Object.entries(type as { readonly [name: string]: ColumnType })
    return {
      kind: 'document',
      fields: Object.fromEntries(
        fields.map(([name, field]) => [
          name,
          inferStoredJsonPath(field, known && storedAt(known, [name])),
        ]),
      ),
    }
  }
  if (known && toColumnType(known) === type) return known
  // Dates and ids that documents store as text continue to be stored as text.
  if (known?.kind === 'string' && (type === 'Date' || type === 'Uuid')) return { kind: 'json' }
  return type === 'Number' ? { kind: 'mixedNumber' } : (toStoredType(type) ?? { kind: 'json' })
}
