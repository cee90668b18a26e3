import { ownValue } from '@service/base'
import type { ColumnType } from '@service/datasource-toolkit'
import { columnTypeOf, type StoredType, storedTypeOf } from '../stored-type.js'

/** What a sample or a declaration knows of a place inside a document. */
export function storedAt(holder: StoredType, path: readonly string[]): StoredType | undefined {
  return path.reduce<StoredType | undefined>(
    (stored, name) => (stored?.kind === 'document' ? ownValue(stored.fields, name) : undefined),
    holder,
  )
}

/** How documents hold a type at a place: as they are known to, else in its usual form. */
export function storedPlace(type: ColumnType, known: StoredType | undefined): StoredType {
  if (Array.isArray(type)) {
    const element = known?.kind === 'list' ? known.element : undefined
    return { kind: 'list', element: storedPlace(type[0] as ColumnType, element) }
  }
  if (typeof type !== 'string') {
    const fields = Object.entries(type as { readonly [name: string]: ColumnType })
    return {
      kind: 'document',
      fields: Object.fromEntries(
        fields.map(([name, field]) => [name, storedPlace(field, known && storedAt(known, [name]))]),
      ),
    }
  }
  if (known && columnTypeOf(known) === type) return known
  // Documents that hold dates and ids as texts keep doing so.
  if (known?.kind === 'string' && (type === 'Date' || type === 'Uuid')) return { kind: 'json' }
  return type === 'Number' ? { kind: 'mixedNumber' } : (storedTypeOf(type) ?? { kind: 'json' })
}
