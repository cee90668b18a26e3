import type { ColumnType } from '@service/datasource-toolkit'
import type { LayoutWidget } from '@service/protocol'

/** What a widget needs to edit a value, of a record's field as well as of an action's form. */
export interface EditProps {
  /** The id of the control, to which a label points. */
  readonly id: string
  /** The name of the field, for parts of a widget that need a name of their own. */
  readonly label: string
  readonly columnType: ColumnType
  readonly widget: LayoutWidget
  readonly enumValues: readonly string[]
  /** The value as it travels, null when there is none; of a to-one relation a `RelatedChoice`. */
  readonly value: unknown
  /** The other values of the form, such as the currency of an amount. */
  readonly siblings: Readonly<Record<string, unknown>>
  /** The collection that a relation leads to. */
  readonly target?: string | undefined
  readonly isRequired: boolean
  readonly isDisabled: boolean
  readonly isInvalid: boolean
  /** The ids of the help and of the problems, for screen readers. */
  readonly describedBy?: string | undefined
  readonly hasFocus?: boolean
  /** Whether the form stays while somebody creates a record for a relation of it. */
  readonly canCreate?: boolean
  /** Finds the options of a dropdown whose options depend on what is typed. */
  readonly findOptions?: ((search: string) => Promise<readonly EditOption[]>) | undefined
  onChange(value: unknown): void
  /** Says that what was typed is not a value, and why; undefined when it is one again. */
  onProblem(problem: string | undefined): void
}

export interface EditOption {
  readonly label: string
  readonly value: unknown
}
