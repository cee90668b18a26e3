import type { Logger } from '@service/base'
import { ownValue } from '@service/base'
import type { CollectionSchema, FieldSchema } from '@service/datasource-toolkit'
import type { MongoCollection, MongoColumn } from '../collection.js'
import { UnknownOptionError } from '../errors.js'
import type { CollectionStructure, Structure } from '../introspect/structure.js'
import type { CollectionOptions, MongoOptions } from '../options.js'
import { declareColumns } from './declare-columns.js'
import { type ColumnDraft, describeColumn } from './describe-column.js'
import { describeParts, type NestedCollectionDraft } from './describe-parts.js'
import { describeRelations, type RelationTable } from './describe-relations.js'
import { sampledColumns } from './sampled-columns.js'

/** A collection without its relations. */
interface CollectionDraft extends RelationTable {
  readonly source: CollectionStructure
  readonly nested?: NestedCollectionDraft | undefined
  readonly columns: ReadonlyMap<string, MongoColumn>
  readonly primaryKey: readonly string[]
}

/** Describes each collection, view and nested collection: columns, keys, and named relations. */
export function describeCollections(
  structure: Structure,
  options: MongoOptions,
  logger: Logger,
): MongoCollection[] {
  const drafts = structure.collections.flatMap(source => draftCollections(source, options, logger))
  const names = drafts.map(({ name }) => name)
  for (const name of Object.keys(options.collections ?? {})) {
    if (!names.includes(name)) throw new UnknownOptionError('collections', name, names)
  }
  const relations = describeRelations(drafts, options, logger)
  return drafts.map(({ name, source, nested, columns, primaryKey }) => {
    const fields: Record<string, FieldSchema> = {}
    for (const column of columns.values()) fields[column.name] = column.schema
    for (const [relation, schema] of relations.get(name) ?? []) fields[relation] = schema
    const schema: CollectionSchema = {
      fields,
      primaryKey,
      isCountable: true,
      isReadOnly: source.isView,
    }
    return { name, source: source.name, schema, columns, nested: nested?.nested }
  })
}

function draftCollections(
  source: CollectionStructure,
  { collections = {} }: MongoOptions,
  logger: Logger,
): CollectionDraft[] {
  const options = ownValue(collections, source.name) ?? {}
  const parts = describeParts(source, options.asCollections ?? [])
  const isElsewhere = new Set(parts.map(({ nested }) => nested.path))
  const own = sampledColumns(source, logger).filter(({ path }) => !isElsewhere.has(path))
  const root = draftCollection(source, source.name, own, options, logger)
  return [
    root,
    ...parts.map(nested => ({
      ...draftCollection(
        source,
        nested.name,
        nested.columns.filter(({ path }) => !isElsewhere.has(path) || path === nested.nested.path),
        { primaryKey: nested.primaryKey, ...ownValue(collections, nested.name) },
        logger,
      ),
      nested,
    })),
  ]
}

function draftCollection(
  source: CollectionStructure,
  name: string,
  sampled: readonly ColumnDraft[],
  options: CollectionOptions,
  logger: Logger,
): CollectionDraft {
  const drafts = declareColumns(name, sampled, options)
  const primaryKey = options.primaryKey ?? choosePrimaryKey(drafts)
  for (const key of primaryKey) {
    const names = drafts.map(draft => draft.name)
    if (!names.includes(key))
      throw new UnknownOptionError(`collections.${name}.primaryKey`, key, names)
  }
  const columns = drafts.map(draft =>
    describeColumn(
      name,
      source.isView ? { ...draft, isReadOnly: true } : draft,
      primaryKey.includes(draft.name),
      logger,
    ),
  )
  return { name, source, primaryKey, columns: new Map(columns.map(each => [each.name, each])) }
}

/** `_id`, its members when it is a document, or the first column of a view that has none. */
function choosePrimaryKey(drafts: readonly ColumnDraft[]): readonly string[] {
  const parts = drafts.filter(({ path }) => path === '_id' || path.startsWith('_id.'))
  return (parts.length > 0 ? parts : drafts.slice(0, 1)).map(({ name }) => name)
}
