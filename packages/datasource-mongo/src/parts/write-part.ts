import { ConflictError, isObject, ValidationError } from '@service/base'
import type { Call, ConditionTree, Row } from '@service/datasource-toolkit'
import type { AnyBulkWriteOperation, ClientSession, Document } from 'mongodb'
import {
  columnNamed,
  documentsOf,
  type MongoCollection,
  type MongoSource,
  type NestedPart,
} from '../collection.js'
import { compileMatch } from '../compile/match.js'
import { inTransaction } from '../run.js'
import { isElement, outerArrays, pathAt } from './part-path.js'
import { byDocument, type Found, findRows } from './read-part.js'
import { withoutPositions } from './without-positions.js'

/**
 * How often a write is retried when another write changed the document between reading and writing.
 */
const attempts = 5

/** Updates the rows of a nested collection in their documents. */
export async function updatePart(
  source: MongoSource,
  collection: MongoCollection,
  part: NestedPart,
  where: ConditionTree | undefined,
  patch: Row,
  call: Call,
): Promise<number> {
  const fields = patchFields(collection, part, patch)
  return inTransaction(source, collection, async session => {
    if (part.arrays.length === 0) {
      const literals = fields.map(([path, value]) => [path, { $literal: value }])
      const change = [{ $set: Object.fromEntries(literals) }]
      return updateDocuments(source, collection, part, where, change, session)
    }
    return writeRows(source, collection, part, where, call, session, rows => [
      {
        updateOne: {
          filter: asRead(part, rows),
          update: { $set: Object.fromEntries(rows.flatMap(row => changesOf(part, row, fields))) },
        },
      },
    ])
  })
}

/** Removes the rows of a nested collection from their documents. */
export async function removePart(
  source: MongoSource,
  collection: MongoCollection,
  part: NestedPart,
  where: ConditionTree | undefined,
  call: Call,
): Promise<number> {
  return inTransaction(source, collection, async session => {
    if (part.arrays.length === 0) {
      const change = { $unset: { [part.path]: '' } }
      return updateDocuments(source, collection, part, where, change, session)
    }
    return writeRows(source, collection, part, where, call, session, rows =>
      isElement(part) ? takeOut(part, rows) : [unset(part, rows)],
    )
  })
}

async function updateDocuments(
  source: MongoSource,
  collection: MongoCollection,
  part: NestedPart,
  where: ConditionTree | undefined,
  change: Document | Document[],
  session: ClientSession | undefined,
): Promise<number> {
  const filter = compileMatch(where, name => {
    const column = columnNamed(collection, name)
    return { column, path: column.path }
  })
  const { matchedCount } = await documentsOf(source, collection).updateMany(
    { $and: [{ [part.path]: { $type: 'object' } }, filter ?? {}] },
    change,
    { maxTimeMS: source.timeoutMs, ...(session && { session }) },
  )
  return matchedCount
}

/** Writes the rows, each document only if its rows are still as they were read. */
async function writeRows(
  source: MongoSource,
  collection: MongoCollection,
  part: NestedPart,
  where: ConditionTree | undefined,
  call: Call,
  session: ClientSession | undefined,
  operationsOf: (rows: readonly Found[]) => AnyBulkWriteOperation[],
): Promise<number> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const rows = await findRows(source, collection, part, where, call, session)
    const operations = byDocument(rows).flatMap(operationsOf)
    if (operations.length === 0) return 0
    const { matchedCount } = await documentsOf(source, collection).bulkWrite(operations, {
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
  part: NestedPart,
  patch: Row,
): readonly (readonly [string, unknown])[] {
  return Object.entries(patch).map(([name, value]) => {
    const { path, codec } = columnNamed(collection, name)
    if (path !== part.path && !path.startsWith(`${part.path}.`)) {
      throw new ValidationError(
        `'${name}' of '${collection.name}' identifies where a record is stored, so it cannot be changed.`,
      )
    }
    return [path, codec.encode(value)]
  })
}

/** Matches a document in which the rows are still as they were read. */
function asRead(part: NestedPart, rows: readonly Found[]): Document {
  const guards = rows.map(({ positions, content }) => ({
    [pathAt(part.path, part.arrays, positions)]: { $eq: content },
  }))
  return { $and: [{ _id: rows[0]?.id }, ...guards] }
}

/** Replaces a nested value that is null or not a document; otherwise sets its fields one by one. */
function changesOf(
  part: NestedPart,
  { positions, content }: Found,
  fields: readonly (readonly [string, unknown])[],
): (readonly [string, unknown])[] {
  if (isObject(content)) {
    return fields.map(([path, value]) => [pathAt(path, part.arrays, positions), value])
  }
  const whole = fields.find(([path]) => path === part.path)
  const document = Object.fromEntries(
    fields.map(([path, value]) => [path.slice(part.path.length + 1), value]),
  )
  return [[pathAt(part.path, part.arrays, positions), whole ? whole[1] : document]]
}

function unset(part: NestedPart, rows: readonly Found[]): AnyBulkWriteOperation {
  const paths = rows.map(({ positions }) => [pathAt(part.path, part.arrays, positions), ''])
  return {
    updateOne: { filter: asRead(part, rows), update: { $unset: Object.fromEntries(paths) } },
  }
}

/** Builds one update per array, which removes the indexes of its rows. */
function takeOut(part: NestedPart, rows: readonly Found[]): AnyBulkWriteOperation[] {
  const outer = outerArrays(part)
  const lists = new Map<string, Found[]>()
  for (const row of rows) {
    const path = pathAt(part.path, outer, row.positions)
    lists.set(path, [...(lists.get(path) ?? []), row])
  }
  return [...lists].map(([path, found]) => {
    const removed = found.map(({ positions }) => positions.at(-1) as number)
    return { updateOne: { filter: asRead(part, found), update: [withoutPositions(path, removed)] } }
  })
}
