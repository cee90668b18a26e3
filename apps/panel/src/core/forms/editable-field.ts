import type { ColumnType } from '@service/datasource-toolkit'
import type { LayoutWidget, SchemaValidation } from '@service/protocol'

/** A field of a record or of an action's form, as its editor needs it. */
export interface EditableField {
  readonly name: string
  readonly label: string
  readonly help?: string | undefined
  readonly columnType: ColumnType
  readonly widget: LayoutWidget
  readonly enumValues: readonly string[]
  /** The rules of the schema, checked while somebody types. */
  readonly validations: readonly SchemaValidation[]
  /** The collection that a relation leads to, or of which the value is a record. */
  readonly target?: string | undefined
  readonly isRequired: boolean
}
