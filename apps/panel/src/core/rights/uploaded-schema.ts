import { legalOperators } from '@service/datasource-toolkit'
import type {
  Layout,
  PanelCollection,
  PanelField,
  SchemaFieldType,
  SchemaRelationship,
} from '@service/protocol'
import { applyLayout } from '../schema/apply-layout.js'
import type { Collections } from '../schema/collection-model.js'
import { readColumnType } from '../schema/read-column-type.js'

interface UploadedField {
  readonly field: string
  readonly type: SchemaFieldType
  readonly enums: readonly string[] | null
  readonly reference: string | null
  readonly relationship?: SchemaRelationship
  readonly isFilterable: boolean
  readonly isPrimaryKey: boolean
  readonly isReadOnly: boolean
}

/** A field of the form of an action. */
export interface UploadedFormField {
  readonly field: string
  readonly label: string | null
  readonly type: SchemaFieldType
  readonly enums: readonly string[] | null
}

export interface UploadedAction {
  readonly name: string
  readonly type: 'single' | 'bulk' | 'global'
  readonly fields: readonly UploadedFormField[]
}

export interface UploadedCollection {
  readonly name: string
  readonly isReadOnly: boolean
  readonly fields: readonly UploadedField[]
  readonly actions: readonly UploadedAction[]
}

/** What the agent of an environment uploaded last, whoever may use it. */
export interface UploadedSchema {
  readonly uploadedAt: string
  readonly collections: readonly UploadedCollection[]
}

/**
 * Builds the collections that conditions of rights and scopes are about: all of them, also those
 * that the person may not open. Operators come from what the agent says to the person; of the other
 * fields, from their types.
 *
 * @example
 * buildUploadedCollections(schema, layout, live).get('orders')
 */
export function buildUploadedCollections(
  schema: UploadedSchema,
  layout: Layout | null,
  live?: Collections,
): Collections {
  const collections = schema.collections.map(({ name, fields }): PanelCollection => {
    const known = live?.get(name)
    return {
      name,
      dataSource: known?.dataSource ?? '',
      rights: known?.rights ?? noRights,
      isCountable: known?.isCountable ?? false,
      isSearchable: known?.isSearchable ?? false,
      fields: fields.map(field => toPanelField(field, known?.fields.get(field.field)?.operators)),
      actions: [],
      segments: [],
      charts: [],
    }
  })
  const rest = { tag: '', charts: [], aiNames: [], nativeQueryConnections: [] }
  return applyLayout({ ...rest, collections, canUseAuditTrail: false, rights: 'enforced' }, layout)
}

const noRights = {
  browse: false,
  read: false,
  add: false,
  edit: false,
  delete: false,
  export: false,
}

/** A field as the agent would describe it to somebody who may use it. */
export function toPanelField(
  field: Pick<UploadedField, 'field' | 'type' | 'enums'> & Partial<UploadedField>,
  operators?: readonly string[],
): PanelField {
  const isFilterable = field.isFilterable !== false && field.relationship === undefined
  return {
    ...{ defaultValue: null, inverseOf: null, integration: null, validations: [] },
    ...{ isSortable: false, isRequired: false, isVirtual: false, isWritable: false },
    ...{ isPrimaryKey: false, isReadOnly: false, isGroupable: false, reference: null },
    ...field,
    isFilterable,
    operators: isFilterable ? (operators ?? [...legalOperators(readColumnType(field.type))]) : [],
  }
}
