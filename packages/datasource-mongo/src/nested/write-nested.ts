import { ConflictError, isObject, ValidationError } from '@service/base'
import type { Call, ConditionTree, Row } from '@service/datasource-toolkit'
import type { AnyBulkWriteOperation, ClientSession, Document } from 'mongodb'
import {
  columnNamed,
  type MongoCollection,
  type MongoSource,
  type NestedCollection,
  openCollection,
} from '../collection.js'
import { compileMatch } from '../compile/match.js'
import { inTransaction } from '../run.js'
import { isElement, outerArrays, pathAt } from './nested-path.js'
import { byDocument, type Found, findRows } from './read-nested.js'
import { withoutPositions } from './without-positions.js'

/**
 * How often a write is retried when another write changed the document between reading and writing.
 */
const attempts = 5

/** Updates the rows of a nested collection in their documents. */
export async function updatePart(
  source: MongoSource,
  collection: MongoCollection,
  nested: NestedCollection,
  where: ConditionTree | undefined,
  patch: Row,
  call: Call,
): Promise<number> {
  const fields = patchFields(collection, nested, patch)
  return inTransaction(source, collection, async session => {
    if (nested.arrays.length === 0) {
      const literals = fields.map(([path, value]) => [path, { $literal: value }])
      const change = [{ $set: Object.fromEntries(literals) }]
      return updateDocuments(source, collection, nested, where, change, session)
    }
    return writeRows(source, collection, nested, where, call, session, rows => [
      {
        updateOne: {
          filter: asRead(nested, rows),
          update: {
            $set: Object.fromEntries(rows.flatMap(row => listChanges(nested, row, fields))),
          },
        },
      },
    ])
  })
}

/** Removes the rows of a nested collection from their documents. */
export async function removePart(
  source: MongoSource,
  collection: MongoCollection,
  nested: NestedCollection,
  where: ConditionTree | undefined,
  call: Call,
): Promise<number> {
  return inTransaction(source, collection, async session => {
    if (nested.arrays.length === 0) {
      const change = { $unset: { [nested.path]: '' } }
      return updateDocuments(source, collection, nested, where, change, session)
    }
    return writeRows(source, collection, nested, where, call, session, rows =>
      isElement(nested) ? buildRemovals(nested, rows) : [unset(nested, rows)],
    )
  })
}

async function updateDocuments(
  source: MongoSource,
  collection: MongoCollection,
  nested: NestedCollection,
  where: ConditionTree | undefined,
  change: Document | Document[],
  session: ClientSession | undefined,
): Promise<number> {
  const filter = compileMatch(where, name => {
    const column = columnNamed(collection, name)
    return { column, path: column.path }
  })
  const { matchedCount } = await openCollection(source, collection).updateMany(
    { $and: [{ [nested.path]: { $type: 'object' } }, filter ?? {}] },
    change,
    { maxTimeMS: source.timeoutMs, ...(session && { session }) },
  )
  return matchedCount
}

/** Writes the rows, each document only if its rows are still as they were read. */
async function writeRows(
  source: MongoSource,
  collection: MongoCollection,
  nested: NestedCollection,
  where: ConditionTree | undefined,
  call: Call,
  session: ClientSession | undefined,
  buildOperations: (rows: readonly Found[]) => AnyBulkWriteOperation[],
): Promise<number> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const rows = await findRows(source, collection, nested, where, call, session)
    const operations = byDocument(rows).flatMap(buildOperations)
    if (operations.length === 0) return 0
    const { matchedCount } = await openCollection(source, collection).bulkWrite(operations, {
      maxTimeMS: source.timeoutMs,
      ...(session && { session }),
    })
    if (matchedCount === operations.length) return rows.length
    // Some documents are already written, and a retry could write them twice.
    if (matchedCount > 0) break
  }
  throw new ConflictError('Another write was changing the same records. Try again.')
}

function patchFields(
  collection: MongoCollection,
  nested: NestedCollection,
  patch: Row,
): readonly (readonly [string, unknown])[] {
  return Object.entries(patch).map(([name, value]) => {
    const { path, codec } = columnNamed(collection, name)
    if (path !== nested.path && !path.startsWith(`${nested.path}.`)) {
      throw new ValidationError(
        `'${name}' of '${collection.name}' identifies where a record is stored, so it cannot be changed.`,
      )
    }
    return [path, codec.encode(value)]
  })
}

/** Matches a document in which the rows are still as they were read. */
function asRead(nested: NestedCollection, rows: readonly Found[]): Document {
  const guards = rows.map(({ positions, content }) => ({
    [pathAt(nested.path, nested.arrays, positions)]: { $eq: content },
  }))
  return { $and: [{ _id: rows[0]?.id }, ...guards] }
}

/** Replaces a nested value that is null or not a document; otherwise sets its fields one by one. */
function listChanges(
  nested: NestedCollection,
  { positions, content }: Found,
  fields: readonly (readonly [string, unknown])[],
): (readonly [string, unknown])[] {
  if (isObject(content)) {
    return fields.map(([path, value]) => [pathAt(path, nested.arrays, positions), value])
  }
  const whole = fields.find(([path]) => path === nested.path)
  const document = Object.fromEntries(
    fields.map(([path, value]) => [path.slice(nested.path.length + 1), value]),
  )
  return [[pathAt(nested.path, nested.arrays, positions), whole ? whole[1] : document]]
}

function unset(nested: NestedCollection, rows: readonly Found[]): AnyBulkWriteOperation {
  const paths = rows.map(({ positions }) => [pathAt(nested.path, nested.arrays, positions), ''])
  return {
    updateOne: { filter: asRead(nested, rows), update: { $unset: Object.fromEntries(paths) } },
  }
}

/** Builds one update per array, which removes the indexes of its rows. */
function buildRemovals(nested: NestedCollection, rows: readonly Found[]): AnyBulkWriteOperation[] {
  const outer = outerArrays(nested)
  const lists = new Map<string, Found[]>()
  for (const row of rows) {
    const path = pathAt(nested.path, outer, row.positions)
    lists.set(path, [...(lists.get(path) ?? []), row])
  }
  return [...lists].map(([path, found]) => {
    const removed = found.map(({ positions }) => positions.at(-1) as number)
    return {
      updateOne: { filter: asRead(nested, found), update: [withoutPositions(path, removed)] },
    }
  })
}
