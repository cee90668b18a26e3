import type { SchemaCollection, SchemaField } from '@service/protocol'
import { UnknownCollectionError } from './errors.js'
import { isToMany } from './schema-index.js'
import type { ToolCall } from './tool.js'

/** A collection as far as the person may see it. */
export interface VisibleCollection {
  readonly collection: SchemaCollection
  /** Columns and relations that the person may read. */
  readonly fields: readonly SchemaField[]
  /** Columns that the schema omits, since a relation represents them. */
  readonly foreignKeys: readonly { readonly name: string; readonly type: unknown }[]
  /** In the spelling of the agent; empty for fields that cannot be filtered. */
  listOperators(field: string): readonly string[]
  isWritable(field: string): boolean
}

/** Combines the schema of a collection with what the agent lets the person see of it. */
export async function describeVisible(
  { agent, schema }: Pick<ToolCall, 'agent' | 'schema'>,
  name: string,
): Promise<VisibleCollection> {
  const collection = schema.find(name)
  const capabilities = collection && (await agent.collection(name).capabilities())
  // The agent returns nothing about a collection that the person may not see.
  if (!collection || !capabilities?.readableFields) {
    throw new UnknownCollectionError(name, await agent.collectionNames())
  }
  const { fields, readableFields, writableFields } = capabilities
  const readable = new Set(readableFields)
  const writable = new Set(writableFields)
  const operators = new Map(fields.map(field => [field.name, field.operators ?? []]))
  const isListed = new Set(collection.fields.map(({ field }) => field))
  return {
    collection,
    foreignKeys: fields.filter(({ name: each }) => readable.has(each) && !isListed.has(each)),
    fields: collection.fields.filter(({ field }) => readable.has(field)),
    listOperators: field => operators.get(field) ?? [],
    isWritable: field => writable.has(field),
  }
}

export function sortableNames({ fields }: VisibleCollection): readonly string[] {
  return fields
    .filter(({ isSortable, relationship }) => isSortable && !relationship)
    .map(({ field }) => field)
}

export function toManyNames({ fields }: VisibleCollection): readonly string[] {
  return fields.filter(isToMany).map(({ field }) => field)
}
