import type { SchemaCollection, SchemaField, SchemaFile } from '@service/protocol'

/** A schema in which collections are found by their names. */
export interface SchemaIndex {
  /** As the client of the agent reads it: every form must be loaded from the agent. */
  readonly file: SchemaFile
  find(collection: string): SchemaCollection | undefined
}

const indexes = new WeakMap<SchemaFile, SchemaIndex>()

/** Returns the index of a schema, built once. */
export function indexSchema(schema: SchemaFile): SchemaIndex {
  const known = indexes.get(schema)
  if (known) return known
  const index = createIndex(schema)
  indexes.set(schema, index)
  return index
}

function createIndex(schema: SchemaFile): SchemaIndex {
  const byName = new Map(schema.collections.map(collection => [collection.name, collection]))
  const file = { ...schema, collections: schema.collections.map(withAskedForms) }
  return { file, find: name => byName.get(name) }
}

// A form contained in the schema would be filled in without a request to the agent, which decides
// whether the person may see it.
function withAskedForms(collection: SchemaCollection): SchemaCollection {
  const actions = collection.actions.map(action => ({
    ...action,
    hooks: { ...action.hooks, load: true },
  }))
  return { ...collection, actions }
}

const relationWords = {
  BelongsTo: 'many-to-one',
  HasOne: 'one-to-one',
  HasMany: 'one-to-many',
  BelongsToMany: 'many-to-many',
} as const

/** The kind of a relation as clients see it; undefined for columns. */
export function relationKind({ relationship }: SchemaField): string | undefined {
  return relationship && relationWords[relationship]
}

export function isToMany({ relationship }: SchemaField): boolean {
  return relationship === 'HasMany' || relationship === 'BelongsToMany'
}

/** The target collection of a relation. */
export function readTarget({ reference }: SchemaField): string {
  return reference?.slice(0, reference.lastIndexOf('.')) ?? ''
}
