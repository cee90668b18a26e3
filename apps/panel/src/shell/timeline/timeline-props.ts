import type { PanelRecord } from '../../core/record/panel-record.js'
import type { CollectionModel, Collections } from '../../core/schema/collection-model.js'

/** The record whose timeline is shown. */
export interface RecordTimelineProps {
  readonly collections: Collections
  readonly collection: CollectionModel
  readonly id: string
  readonly title: string
  /** Its current values, next to which an earlier one is shown. */
  readonly record: PanelRecord | undefined
}
