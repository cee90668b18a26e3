import type { PanelRecord } from '../../core/record/panel-record.js'
import { chooseFacts } from '../../core/record/record-facts.js'
import type { CollectionModel, Collections } from '../../core/schema/collection-model.js'
import { ShowField } from '../../widgets/show-value.js'

interface RecordBadgeProps {
  readonly record: PanelRecord
  readonly collection: CollectionModel
  readonly collections: Collections
}

/** In which state a record is, where it has one. */
export function RecordBadge({ record, collection, collections }: RecordBadgeProps) {
  const { status } = chooseFacts(collection)
  if (!status || (record.values[status.name] ?? null) === null) return null
  return (
    <span className="shrink-0">
      <ShowField record={record} field={status} collections={collections} isInTable />
    </span>
  )
}
