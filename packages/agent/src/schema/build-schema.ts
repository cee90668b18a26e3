import type { CollectionModel, FieldModel, Model } from '@service/engine'
import type { SchemaCollection, SchemaFile, SchemaMeta } from '@service/protocol'
import { type ActionOptions, describeActions } from './describe-action.js'
import { describeField, listForeignKeys } from './describe-field.js'

const collator = new Intl.Collator('en')
const byCodeUnit = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Builds the schema that clients and the service use. */
export function buildSchema(model: Model, meta: SchemaMeta, options: ActionOptions): SchemaFile {
  const collections = [...model.collections.values()]
    .filter(collection => collection.isExported)
    .sort((a, b) => collator.compare(a.name, b.name) || byCodeUnit(a.name, b.name))
    .map(collection => describeCollection(collection, options))
  return { collections, meta }
}

function describeCollection(collection: CollectionModel, options: ActionOptions): SchemaCollection {
  const segments = [...collection.segments.keys()].sort(byCodeUnit)
  return {
    actions: describeActions(collection, options),
    fields: visibleFields(collection)
      .sort(([a], [b]) => byCodeUnit(a, b))
      .map(([name, field]) => describeField(name, field, collection)),
    icon: null,
    integration: null,
    isReadOnly: isReadOnly(collection),
    isSearchable: collection.isSearchable,
    isVirtual: false,
    name: collection.name,
    onlyForRelationships: false,
    paginationType: 'page',
    segments: segments.map(name => ({ id: `${collection.name}.${name}`, name })),
  }
}

/** Foreign keys are left out: their relation represents them. */
function visibleFields(collection: CollectionModel): [string, FieldModel][] {
  const foreignKeys = listForeignKeys(collection)
  return [...collection.view].filter(
    ([, field]) => field.kind !== 'Column' || field.isPrimaryKey || !foreignKeys.has(field),
  )
}

/** Whether neither the data source nor an override can write. */
function isReadOnly({ isReadOnly, overrides, fields }: CollectionModel): boolean {
  return (isReadOnly && !overrides) || [...fields.values()].every(isFixed)
}

function isFixed(field: FieldModel): boolean {
  return field.kind !== 'Column' || field.write.kind === 'none'
}
