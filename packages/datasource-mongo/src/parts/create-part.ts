import type { Call, Row } from '@service/datasource-toolkit'
import { ConstraintError, ValidationError } from '@service/datasource-toolkit'
import { type ClientSession, type Document, MongoServerError } from 'mongodb'
import {
  columnNamed,
  documentsOf,
  type MongoCollection,
  type MongoSource,
  type NestedPart,
  positionPath,
} from '../collection.js'
import { reader } from '../compile/rows.js'
import { inTransaction } from '../run.js'
import { setPath } from '../set-path.js'
import { isElement, outerArrays, pathAt, valueAt } from './part-path.js'

/** Puts rows into their documents: at the end of an array, or as the document that was missing. */
export async function createPart(
  source: MongoSource,
  collection: MongoCollection,
  part: NestedPart,
  rows: readonly Row[],
  call: Call,
): Promise<Row[]> {
  call.signal?.throwIfAborted()
  const given = rows.map(row => placed(collection, part, row))
  return inTransaction(source, collection, async session => {
    const created: Row[] = []
    for (const row of given) created.push(await createOne(source, collection, part, row, session))
    return created
  })
}

interface Placed {
  readonly id: unknown
  readonly positions: readonly number[]
  readonly content: unknown
}

/** Where a row goes, and what it is in its document. */
function placed(collection: MongoCollection, part: NestedPart, row: Row): Placed {
  for (const name of Object.keys(row)) columnNamed(collection, name)
  const fields: Document = {}
  let whole: unknown
  for (const column of collection.columns.values()) {
    const given = row[column.name]
    const value = given === undefined ? column.makeDefault?.() : given
    if (value === undefined) continue
    if (column.path === part.path) whole = column.codec.encode(value)
    else if (column.path.startsWith(`${part.path}.`)) {
      setPath(fields, column.path.slice(part.path.length + 1), column.codec.encode(value))
    }
  }
  const positions = outerArrays(part).map(array => {
    const value = valueOfPath(collection, row, positionPath(array))
    return Number(value)
  })
  return {
    id: keyOf(collection, row),
    positions,
    content: whole === undefined ? fields : whole,
  }
}

function keyOf(collection: MongoCollection, row: Row): unknown {
  const column = [...collection.columns.values()].find(({ path }) => path === '_id')
  return column?.codec.encode(valueOfPath(collection, row, '_id'))
}

/** What a row says of the place it goes to: every such column must have a value. */
function valueOfPath(collection: MongoCollection, row: Row, path: string): unknown {
  const name = [...collection.columns.values()].find(column => column.path === path)?.name ?? path
  const value = row[name]
  if (value !== null && value !== undefined) return value
  throw new ConstraintError('notNull', `'${name}' must have a value.`, { columns: [name] })
}

async function createOne(
  source: MongoSource,
  collection: MongoCollection,
  part: NestedPart,
  row: Placed,
  session: ClientSession | undefined,
): Promise<Row> {
  const target = pathAt(part.path, outerArrays(part), row.positions)
  const parent = target.split('.').slice(0, -1).join('.')
  const isThere = outerArrays(part).length > 0 ? { [parent]: { $type: 'object' } } : {}
  const options = { ...(session && { session }) }
  const documents = documentsOf(source, collection)
  // The driver's types want an ObjectId; identifiers can be anything.
  const filter = { _id: row.id, ...isThere } as Document
  const find = isElement(part) ? filter : { $and: [filter, { [target]: null }] }
  const change = isElement(part)
    ? { $push: { [target]: row.content } }
    : { $set: { [target]: row.content } }
  const run = () =>
    documents.findOneAndUpdate(find, change as Document, {
      ...options,
      maxTimeMS: source.timeoutMs,
      returnDocument: 'after',
    })
  const changed = await run().catch(async (error: unknown) => {
    if (!isNoArray(error)) throw error
    await documents.updateOne({ ...filter, [target]: null }, { $set: { [target]: [] } }, options)
    return run()
  })
  if (!changed) throw await refusal(source, collection, row, filter, session)
  const last = isElement(part) ? [(valueAt(changed, target) as unknown[]).length - 1] : []
  return rowOf(collection, part, changed, [...row.positions, ...last])
}

/** A null where an array is wanted. */
function isNoArray(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === 2
}

async function refusal(
  source: MongoSource,
  collection: MongoCollection,
  { id }: Placed,
  filter: Document,
  session: ClientSession | undefined,
): Promise<Error> {
  const parent = await documentsOf(source, collection).findOne(filter, {
    projection: { _id: 1 },
    ...(session && { session }),
  })
  if (parent) {
    const text = `The record of '${collection.source}' has one in '${collection.name}' already.`
    return new ConstraintError('unique', text, { columns: collection.schema.primaryKey })
  }
  if (id === undefined) return new ValidationError(`'${collection.name}' has no column for '_id'.`)
  return new ConstraintError(
    'foreignKey',
    `'parentId' refers to a record of '${collection.source}' that does not exist.`,
    { columns: ['parentId'] },
  )
}

/** The row as a list would answer it: its document taken apart at these positions. */
function rowOf(
  collection: MongoCollection,
  part: NestedPart,
  document: Document,
  positions: readonly number[],
): Row {
  const row: Row = {}
  for (const column of collection.columns.values()) {
    const array = part.arrays.findIndex(each => positionPath(each) === column.path)
    if (array >= 0) row[column.name] = positions[array]
    else if (column.path === '_id') row[column.name] = reader(column)(document)
    else {
      const path = pathAt(column.path, part.arrays, positions)
      row[column.name] = column.codec.decode(valueAt(document, path), column.onDrift)
    }
  }
  return row
}
