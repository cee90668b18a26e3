import type { Call, Row } from '@service/datasource-toolkit'
import { ConstraintError } from '@service/datasource-toolkit'
import type { ClientSession, Document } from 'mongodb'
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

/**
 * Inserts rows into their documents: at the end of an array, or as a nested document that was
 * missing.
 */
export async function createPart(
  source: MongoSource,
  collection: MongoCollection,
  part: NestedPart,
  rows: readonly Row[],
  call: Call,
): Promise<Row[]> {
  call.signal?.throwIfAborted()
  const places = byPlace(rows.map(row => placed(collection, part, row)))
  return inTransaction(source, collection, async session => {
    const write = { source, collection, part, session }
    // Without a transaction, everything that can fail is checked before the first write.
    if (places.length > 1 && !session) for (const place of places) await checkPlace(write, place)
    const created: Row[] = []
    for (const place of places) {
      const added = await createAt(write, place)
      for (const [index, { order }] of place.entries()) created[order] = added[index] as Row
    }
    return created
  })
}

interface Write {
  readonly source: MongoSource
  readonly collection: MongoCollection
  readonly part: NestedPart
  readonly session: ClientSession | undefined
}

/** Rows for the same array or document, which one statement adds. */
type Place = readonly [Placed, ...Placed[]]

function byPlace(rows: readonly Omit<Placed, 'order'>[]): readonly Place[] {
  const places = new Map<string, [Placed, ...Placed[]]>()
  for (const [order, row] of rows.entries()) {
    const key = JSON.stringify([typeof row.id, row.id, row.positions])
    const place = places.get(key)
    if (place) place.push({ ...row, order })
    else places.set(key, [{ ...row, order }])
  }
  return [...places.values()]
}

interface Placed {
  /** Its index among the given rows. */
  readonly order: number
  readonly id: unknown
  readonly positions: readonly number[]
  readonly content: unknown
}

/** Determines the document and array of a row, and its content there. */
function placed(collection: MongoCollection, part: NestedPart, row: Row): Omit<Placed, 'order'> {
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

/** Reads a column that identifies the document or array of the row; it must have a value. */
function valueOfPath(collection: MongoCollection, row: Row, path: string): unknown {
  const name = [...collection.columns.values()].find(column => column.path === path)?.name ?? path
  const value = row[name]
  if (value !== null && value !== undefined) return value
  throw new ConstraintError('notNull', `'${name}' must have a value.`, { columns: [name] })
}

/** Builds the filter of documents that can receive the rows. */
function roomFor(
  { part }: Write,
  [row]: Place,
): { readonly target: string; readonly parent: Document; readonly room: Document } {
  const outer = outerArrays(part)
  const target = pathAt(part.path, outer, row.positions)
  const above = target.split('.').slice(0, -1).join('.')
  const parent: Document = {
    _id: row.id,
    ...(outer.length > 0 && { [above]: { $type: 'object' } }),
  }
  return { target, parent, room: isElement(part) ? parent : { $and: [parent, { [target]: null }] } }
}

async function createAt(write: Write, place: Place): Promise<Row[]> {
  const { source, collection, part, session } = write
  const { target, parent, room } = roomFor(write, place)
  const [{ positions, content }, second] = place
  if (second && !isElement(part)) throw alreadyThere(collection)
  const options = { maxTimeMS: source.timeoutMs, ...(session && { session }) }
  const documents = documentsOf(source, collection)
  const change: Document = isElement(part)
    ? { $push: { [target]: { $each: place.map(row => row.content) } } }
    : { $set: { [target]: content } }
  if (isElement(part)) {
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
  if (!isElement(part)) return [rowOf(collection, part, changed, positions)]
  const next = (valueAt(changed, target) as unknown[]).length - place.length
  return place.map((_, index) => rowOf(collection, part, changed, [...positions, next + index]))
}

async function checkPlace(write: Write, place: Place): Promise<void> {
  const { parent, room } = roomFor(write, place)
  const { source, collection } = write
  const found = await documentsOf(source, collection).findOne(room, { projection: { _id: 1 } })
  if (!found) throw await refusal(write, parent)
}

async function refusal({ source, collection, session }: Write, parent: Document): Promise<Error> {
  const found = await documentsOf(source, collection).findOne(parent, {
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
