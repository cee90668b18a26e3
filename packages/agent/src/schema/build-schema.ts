import type { CollectionModel, FieldModel, Model } from '@service/engine'
import type { SchemaCollection, SchemaFile, SchemaMeta, SchemaSegment } from '@service/protocol'
import { type ActionOptions, describeActions } from './describe-action.js'
import { describeField, listForeignKeys } from './describe-field.js'

const collator = new Intl.Collator('en')
const byCodeUnit = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Builds the schema that clients and the service use. */
export function buildSchema(model: Model, meta: SchemaMeta, options: ActionOptions): SchemaFile {
  const collections = listExported(model).map(collection => describeCollection(collection, options))
  return { collections, meta }
}

/** The collections that clients may name, in the order of the schema. */
export function listExported(model: Model): readonly CollectionModel[] {
  return [...model.collections.values()]
    .filter(collection => collection.isExported)
    .sort((a, b) => collator.compare(a.name, b.name) || byCodeUnit(a.name, b.name))
}

function describeCollection(collection: CollectionModel, options: ActionOptions): SchemaCollection {
  const foreignKeys = listForeignKeys(collection)
  return {
    actions: describeActions(collection, options),
    fields: listFields(collection, foreignKeys).map(([name, field]) =>
      describeField(name, field, collection, foreignKeys),
    ),
    icon: null,
    integration: null,
    isReadOnly: isReadOnly(collection),
    isSearchable: collection.isSearchable,
    isVirtual: false,
    name: collection.name,
    onlyForRelationships: false,
    paginationType: 'page',
    segments: describeSegments(collection),
  }
}

/** The segments that are written in code, by name. */
export function describeSegments({ name: owner, segments }: CollectionModel): SchemaSegment[] {
  return [...segments.keys()].sort(byCodeUnit).map(name => ({ id: `${owner}.${name}`, name }))
}

/** Fields by exported name. Foreign keys are left out: their relation represents them. */
export function listFields(
  collection: CollectionModel,
  foreignKeys: ReadonlySet<FieldModel>,
): [string, FieldModel][] {
  return [...collection.view]
    .filter(([, field]) => field.kind !== 'Column' || field.isPrimaryKey || !foreignKeys.has(field))
    .sort(([a], [b]) => byCodeUnit(a, b))
}

/** Whether neither the data source nor an override can write. */
export function isReadOnly({ isReadOnly, overrides, fields }: CollectionModel): boolean {
  return (isReadOnly && !overrides) || [...fields.values()].every(isFixed)
}

function isFixed(field: FieldModel): boolean {
  return field.kind !== 'Column' || field.write.kind === 'none'
}
