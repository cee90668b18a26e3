import type { Call, Row } from '@service/datasource-toolkit'
import { ConstraintError } from '@service/datasource-toolkit'
import type { ClientSession, Document } from 'mongodb'
import {
  columnNamed,
  type MongoCollection,
  type MongoSource,
  type NestedCollection,
  openCollection,
  positionPath,
} from '../collection.js'
import { reader } from '../compile/rows.js'
import { inTransaction } from '../run.js'
import { setPath } from '../set-path.js'
import { isElement, outerArrays, pathAt, valueAt } from './nested-path.js'

/**
 * Inserts rows into their documents: at the end of an array, or as a nested document that was
 * missing.
 */
export async function createPart(
  source: MongoSource,
  collection: MongoCollection,
  nested: NestedCollection,
  rows: readonly Row[],
  call: Call,
): Promise<Row[]> {
  call.signal?.throwIfAborted()
  const targets = groupByTarget(rows.map(row => toNestedRow(collection, nested, row)))
  return inTransaction(source, collection, async session => {
    const write = { source, collection, nested, session }
    // Without a transaction, everything that can fail is checked before the first write.
    if (targets.length > 1 && !session)
      for (const nestedTarget of targets) await checkTarget(write, nestedTarget)
    const created: Row[] = []
    for (const nestedTarget of targets) {
      const added = await createAt(write, nestedTarget)
      for (const [index, { order }] of nestedTarget.entries()) created[order] = added[index] as Row
    }
    return created
  })
}

interface Write {
  readonly source: MongoSource
  readonly collection: MongoCollection
  readonly nested: NestedCollection
  readonly session: ClientSession | undefined
}

/** Rows for the same array or document, which one statement adds. */
type NestedTarget = readonly [NestedRow, ...NestedRow[]]

function groupByTarget(rows: readonly Omit<NestedRow, 'order'>[]): readonly NestedTarget[] {
  const targets = new Map<string, [NestedRow, ...NestedRow[]]>()
  for (const [order, row] of rows.entries()) {
    const key = JSON.stringify([typeof row.id, row.id, row.positions])
    const nestedTarget = targets.get(key)
    if (nestedTarget) nestedTarget.push({ ...row, order })
    else targets.set(key, [{ ...row, order }])
  }
  return [...targets.values()]
}

interface NestedRow {
  /** Its index among the given rows. */
  readonly order: number
  readonly id: unknown
  readonly positions: readonly number[]
  readonly content: unknown
}

/** Determines the document and array of a row, and its content there. */
function toNestedRow(
  collection: MongoCollection,
  nested: NestedCollection,
  row: Row,
): Omit<NestedRow, 'order'> {
  for (const name of Object.keys(row)) columnNamed(collection, name)
  const fields: Document = {}
  let whole: unknown
  for (const column of collection.columns.values()) {
    const given = row[column.name]
    const value = given === undefined ? column.makeDefault?.() : given
    if (value === undefined) continue
    if (column.path === nested.path) whole = column.codec.encode(value)
    else if (column.path.startsWith(`${nested.path}.`)) {
      setPath(fields, column.path.slice(nested.path.length + 1), column.codec.encode(value))
    }
  }
  const positions = outerArrays(nested).map(array => {
    const value = valueOfPath(collection, row, positionPath(array))
    return Number(value)
  })
  return {
    id: encodeDocumentKey(collection, row),
    positions,
    content: whole === undefined ? fields : whole,
  }
}

function encodeDocumentKey(collection: MongoCollection, row: Row): unknown {
  const column = [...collection.columns.values()].find(({ path }) => path === '_id')
  return column?.codec.encode(valueOfPath(collection, row, '_id'))
}

/** Reads a column that identifies the document or array of the row; it must have a value. */
function valueOfPath(collection: MongoCollection, row: Row, path: string): unknown {
  const name = [...collection.columns.values()].find(column => column.path === path)?.name ?? path
  const value = row[name]
  if (value !== null && value !== undefined) return value
  throw new ConstraintError('notNull', `'${name}' must have a value.`, { columns: [name] })
}

/** Builds the filter of documents that can receive the rows. */
function buildRoomFilter(
  { nested }: Write,
  [row]: NestedTarget,
): { readonly target: string; readonly parent: Document; readonly roomFilter: Document } {
  const outer = outerArrays(nested)
  const target = pathAt(nested.path, outer, row.positions)
  const above = target.split('.').slice(0, -1).join('.')
  const parent: Document = {
    _id: row.id,
    ...(outer.length > 0 && { [above]: { $type: 'object' } }),
  }
  return {
    target,
    parent,
    roomFilter: isElement(nested) ? parent : { $and: [parent, { [target]: null }] },
  }
}

async function createAt(write: Write, nestedTarget: NestedTarget): Promise<Row[]> {
  const { source, collection, nested, session } = write
  const { target, parent, roomFilter: room } = buildRoomFilter(write, nestedTarget)
  const [{ positions, content }, second] = nestedTarget
  if (second && !isElement(nested)) throw alreadyThere(collection)
  const options = { maxTimeMS: source.timeoutMs, ...(session && { session }) }
  const documents = openCollection(source, collection)
  const change: Document = isElement(nested)
    ? { $push: { [target]: { $each: nestedTarget.map(row => row.content) } } }
    : { $set: { [target]: content } }
  if (isElement(nested)) {
    // MongoDB creates an array only for a missing field, and a failed write would end the
    // transaction.
    const isNull = { ...parent, [target]: { $type: 'null' } }
    await documents.updateOne(isNull, { $set: { [target]: [] } }, options)
  }
  const changed = await documents.findOneAndUpdate(room, change, {
    ...options,
    returnDocument: 'after',
  })
  if (!changed) throw await refusal(write, parent)
  if (!isElement(nested)) return [buildRow(collection, nested, changed, positions)]
  const next = (valueAt(changed, target) as unknown[]).length - nestedTarget.length
  return nestedTarget.map((_, index) =>
    buildRow(collection, nested, changed, [...positions, next + index]),
  )
}

async function checkTarget(write: Write, nestedTarget: NestedTarget): Promise<void> {
  const { parent, roomFilter } = buildRoomFilter(write, nestedTarget)
  const { source, collection } = write
  const found = await openCollection(source, collection).findOne(roomFilter, {
    projection: { _id: 1 },
  })
  if (!found) throw await refusal(write, parent)
}

async function refusal({ source, collection, session }: Write, parent: Document): Promise<Error> {
  const found = await openCollection(source, collection).findOne(parent, {
    projection: { _id: 1 },
    ...(session && { session }),
  })
  if (found) return alreadyThere(collection)
  const text = `'parentId' refers to a record of '${collection.source}' that does not exist.`
  return new ConstraintError('foreignKey', text, { columns: ['parentId'] })
}

function alreadyThere({ name, source, schema }: MongoCollection): Error {
  const text = `The record of '${source}' has one in '${name}' already.`
  return new ConstraintError('unique', text, { columns: schema.primaryKey })
}

/** Builds the row as a list would return it: its document unwound at these indexes. */
function buildRow(
  collection: MongoCollection,
  nested: NestedCollection,
  document: Document,
  positions: readonly number[],
): Row {
  const row: Row = {}
  for (const column of collection.columns.values()) {
    const array = nested.arrays.findIndex(each => positionPath(each) === column.path)
    if (array >= 0) row[column.name] = positions[array]
    else if (column.path === '_id') row[column.name] = reader(column)(document)
    else {
      const path = pathAt(column.path, nested.arrays, positions)
      row[column.name] = column.codec.decode(valueAt(document, path), column.onDrift)
    }
  }
  return row
}
