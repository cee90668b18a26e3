import type { ColumnType, Operator } from '@service/datasource-toolkit'
import type {
  LayoutSort,
  LayoutWidget,
  PanelAction,
  PanelRights,
  SchemaSegment,
  SchemaValidation,
} from '@service/protocol'

/** A field as the panel shows it: the schema, what the layout says, and guesses for the rest. */
export interface FieldModel {
  readonly name: string
  readonly label: string
  readonly help?: string
  readonly kind: 'column' | 'to-one' | 'to-many'
  /** The collection that a relation leads to; absent when the caller may not see it. */
  readonly target?: string
  /** The relation of the target that leads back; absent when there is none that the caller sees. */
  readonly inverse?: string
  /** Whether a to-many relation goes through records of a third collection. */
  readonly isThrough?: boolean
  /** The type of a column; of a relation, the type of its key. */
  readonly columnType: ColumnType
  readonly operators: readonly Operator[]
  readonly enumValues: readonly string[]
  readonly validations: readonly SchemaValidation[]
  readonly defaultValue: unknown
  readonly isPrimaryKey: boolean
  readonly isSortable: boolean
  readonly isRequired: boolean
  readonly isWritable: boolean
  readonly isSecret: boolean
  /** Left out of pages and forms by the layout. */
  readonly isHidden: boolean
  readonly show: LayoutWidget
  readonly edit: LayoutWidget
}

export interface ColumnChoice {
  /** A column, a to-one relation, or a path such as `customer:city`. */
  readonly field: string
  readonly width?: number
  readonly isPinned?: boolean
}

export interface Section {
  readonly label?: string
  readonly fields: readonly string[]
  readonly columns: 1 | 2
  readonly isCollapsed: boolean
}

/** A collection as the panel shows it. */
export interface CollectionModel {
  readonly name: string
  readonly label: string
  readonly description?: string
  readonly icon?: string
  readonly dataSource: string
  readonly rights: PanelRights
  readonly isCountable: boolean
  readonly isSearchable: boolean
  readonly fields: ReadonlyMap<string, FieldModel>
  readonly primaryKey: readonly string[]
  /** The field that names a record; absent when only its id does. */
  readonly titleField?: string
  readonly columns: readonly ColumnChoice[]
  readonly sort: readonly LayoutSort[]
  readonly segments: readonly SchemaSegment[]
  readonly defaultView?: number
  readonly detailSections: readonly Section[]
  readonly createSections: readonly Section[]
  readonly editSections: readonly Section[]
  readonly related: readonly { readonly relation: string; readonly columns?: readonly string[] }[]
  readonly primaryActions: readonly PanelAction[]
  readonly otherActions: readonly PanelAction[]
  /** Left out of buttons and menus by the layout; approved ones run nevertheless. */
  readonly hiddenActions: readonly PanelAction[]
  readonly charts: readonly string[]
}

export type Collections = ReadonlyMap<string, CollectionModel>
