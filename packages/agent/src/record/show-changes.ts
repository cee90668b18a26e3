import type { Row } from '@service/datasource-toolkit'
import type { CollectionModel, FieldModel, RelationModel } from '@service/engine'
import { packId } from '../query/parse-id.js'
import { showValue } from '../serialise/show-value.js'
import type { Changes } from './parse-changes.js'

/** The changed fields of a row, in the form that a bulk update takes. */
export function showChanges(
  collection: CollectionModel,
  { fields }: Changes,
  row: Row,
): Record<string, unknown> {
  const shown = [...fields].map(([name, field]) => [name, showField(collection, field, row)])
  return Object.fromEntries(shown)
}

function showField(collection: CollectionModel, field: FieldModel, row: Row): unknown {
  if (field.kind === 'Column') return showValue(collection, field, row[field.name])
  return showIdentifier(field, row)
}

/** Read from the foreign key: the related record may be out of the caller's scope. */
function showIdentifier(relation: RelationModel, row: Row): unknown {
  if (relation.kind !== 'ManyToOne') return null
  const key = relation.keys.map(({ from, to }) => [to, row[from] ?? null] as const)
  if (key.some(([, value]) => value === null)) return null
  const { target } = relation
  return { type: target.name, id: packId(target, Object.fromEntries(key)) }
}
