import type { Call, ConditionTree, Row } from '@service/datasource-toolkit'
import {
  ConstraintError,
  documentChanges,
  isLeaf,
  MissingFieldError,
} from '@service/datasource-toolkit'
import { type Document, MongoBulkWriteError, ObjectId } from 'mongodb'
import {
  columnNamed,
  type MongoCollection,
  type MongoColumn,
  type MongoSource,
  openCollection,
} from './collection.js'
import { compileMatch } from './compile/match.js'
import { reader } from './compile/rows.js'
import { mergeExpression } from './json-paths/merge.js'
import { guarded, inTransaction } from './run.js'
import { setPath } from './set-path.js'

/** Inserts all rows or none. */
export async function create(
  source: MongoSource,
  collection: MongoCollection,
  rows: readonly Row[],
  call: Call,
): Promise<Row[]> {
  call.signal?.throwIfAborted()
  if (rows.length === 0) return []
  const documents = rows.map(row => toDocument(collection, row))
  const target = openCollection(source, collection)
  const options = { maxTimeMS: source.timeoutMs }
  if (documents.length === 1) {
    await guarded(() => target.insertOne(documents[0] as Document, options), collection)
  } else if (source.hasTransactions) {
    await inTransaction(source, collection, session =>
      target.insertMany(documents, { ...options, ...(session && { session }) }),
    )
  } else {
    await guarded(() => insertOrUndo(source, collection, documents), collection)
  }
  const readers = [...collection.columns.values()].map(column => ({
    name: column.name,
    read: reader(column),
  }))
  return documents.map(document =>
    Object.fromEntries(readers.map(({ name, read }) => [name, read(document)])),
  )
}

/** Without transactions: when one document fails, those inserted before it are removed again. */
async function insertOrUndo(
  source: MongoSource,
  collection: MongoCollection,
  documents: Document[],
): Promise<void> {
  const target = openCollection(source, collection)
  try {
    await target.insertMany(documents, { maxTimeMS: source.timeoutMs })
  } catch (error) {
    const inserted = error instanceof MongoBulkWriteError ? Object.values(error.insertedIds) : []
    if (inserted.length > 0) await target.deleteMany({ _id: { $in: inserted } })
    throw error
  }
}

/** Returns the number of documents that matched. */
export async function update(
  source: MongoSource,
  collection: MongoCollection,
  where: ConditionTree | undefined,
  patch: Row,
  call: Call,
): Promise<number> {
  call.signal?.throwIfAborted()
  const filter = compileFilter(collection, where)
  const target = openCollection(source, collection)
  const change = compileUpdate(collection, patch)
  const options = { maxTimeMS: source.timeoutMs }
  if (!change) return guarded(() => target.countDocuments(filter, options), collection)
  if (isOneDocument(collection, where)) {
    const { matchedCount } = await guarded(
      () => target.updateOne(filter, change, options),
      collection,
    )
    return matchedCount
  }
  const { matchedCount } = await inTransaction(source, collection, session =>
    target.updateMany(filter, change, { ...options, ...(session && { session }) }),
  )
  return matchedCount
}

/** Returns the number of documents deleted. */
export async function remove(
  source: MongoSource,
  collection: MongoCollection,
  where: ConditionTree | undefined,
  call: Call,
): Promise<number> {
  call.signal?.throwIfAborted()
  const filter = compileFilter(collection, where)
  const target = openCollection(source, collection)
  const options = { maxTimeMS: source.timeoutMs }
  const { deletedCount } = isOneDocument(collection, where)
    ? await guarded(() => target.deleteOne(filter, options), collection)
    : await inTransaction(source, collection, session =>
        target.deleteMany(filter, { ...options, ...(session && { session }) }),
      )
  return deletedCount
}

function compileFilter(collection: MongoCollection, where: ConditionTree | undefined): Document {
  const findColumnPath = (name: string) => {
    const column = columnNamed(collection, name)
    return { column, path: column.path }
  }
  return compileMatch(where, findColumnPath) ?? {}
}

/** A write to one document is atomic and needs no transaction. */
function isOneDocument(collection: MongoCollection, where: ConditionTree | undefined): boolean {
  if (!where) return false
  if (!isLeaf(where)) {
    const { aggregator, conditions } = where
    return aggregator === 'And' && conditions.some(part => isOneDocument(collection, part))
  }
  return where.operator === 'Equal' && collection.columns.get(where.field)?.path === '_id'
}

function toDocument(collection: MongoCollection, row: Row): Document {
  for (const name of Object.keys(row)) requireColumn(collection, name)
  const document: Document = {}
  for (const column of collection.columns.values()) {
    const given = row[column.name]
    const value = given === undefined ? column.makeDefault?.() : given
    checkPresence(column, value)
    if (value !== undefined) setPath(document, column.path, column.codec.encode(value))
  }
  return '_id' in document ? document : { _id: new ObjectId(), ...document }
}

/** A new record contains JSON path values only inside their document. */
function requireColumn({ name: collection, columns }: MongoCollection, name: string): void {
  if (!columns.has(name)) throw new MissingFieldError(collection, name, columns.keys())
}

/** Compiles the update; undefined when the patch is empty. */
function compileUpdate(collection: MongoCollection, patch: Row): Document | Document[] | undefined {
  const own = Object.entries(patch).filter(([name]) => !collection.jsonPathColumns?.has(name))
  const fields = own.map(([name, value]) => {
    const column = columnNamed(collection, name)
    if (value !== undefined) checkPresence(column, value)
    return [column.path, column.codec.encode(value)] as const
  })
  const merges = mergeStages(collection, patch)
  if (fields.length === 0) return merges.length > 0 ? merges : undefined
  if (merges.length === 0 && fields.every(([path]) => !path.includes('.'))) {
    return { $set: Object.fromEntries(fields) }
  }
  // A pipeline also creates parents that are missing or null.
  const literals = fields.map(([path, value]) => [path, { $literal: value }])
  return [{ $set: Object.fromEntries(literals) }, ...merges]
}

/** One stage per document, because columns can be inside each other. */
function mergeStages(collection: MongoCollection, patch: Row): Document[] {
  const changes = documentChanges(collection.name, patch, name => {
    const inside = collection.jsonPathColumns?.get(name)
    return inside?.schema.jsonPath && { ...inside.schema.jsonPath, encode: inside.codec.encode }
  })
  return [...changes].map(([name, change]) => {
    const { path } = columnNamed(collection, name)
    return { $set: { [path]: mergeExpression(`$${path}`, change) } }
  })
}

function checkPresence({ name, schema, path }: MongoColumn, value: unknown): void {
  const isMissing = value === null || (value === undefined && path !== '_id')
  if (!isMissing || schema.allowNull) return
  throw new ConstraintError('notNull', `'${name}' must have a value.`, { columns: [name] })
}
