import type { PanelRecord } from '../core/record/panel-record.js'
import type { FieldModel } from '../core/schema/collection-model.js'

/** What a widget needs to show a value. It is never null: that is shown the same everywhere. */
export interface ShowProps {
  readonly value: unknown
  readonly field: FieldModel
  readonly record: PanelRecord
  /** One line in a table, or as much room as the value needs. */
  readonly isInTable: boolean
  /** Text that the person searched for. */
  readonly search?: string | undefined
}
