import { UnprocessableError } from '@service/base'
import type { Call, ConditionTree, Row } from '@service/datasource-toolkit'
import { RejectedError, UnprovenKeyError } from '@service/datasource-toolkit'
import { aggregate } from './aggregate.js'
import { columnNamed, type SqlCollection } from './collection.js'
import {
  type CompiledInsert,
  compileInsert,
  compileWrite,
  type InsertQuery,
  insertShape,
  type WriteQuery,
  writeShape,
} from './compile/compile-write.js'
import { decodeRow } from './compile/select-list.js'
import type { Statement } from './database.js'
import { reread } from './reread.js'
import type { SqlSource } from './source.js'

/** Updates the rows that match; returns how many did. */
export async function update(
  source: SqlSource,
  collection: SqlCollection,
  where: ConditionTree | undefined,
  patch: Row,
  call: Call,
): Promise<number> {
  assertChange(collection, patch)
  const kept = keptBy(source, collection, where, patch)
  return change(source, { collection, where: kept, patch, select: buildSelect(collection) }, call)
}

/** Adds a condition so that only rows that already contain an unwritable value match. */
function keptBy(
  { dialect }: SqlSource,
  collection: SqlCollection,
  where: ConditionTree | undefined,
  patch: Row,
): ConditionTree | undefined {
  const { isUnwritableValue } = dialect
  if (!isUnwritableValue) return where
  const kept = Object.keys(patch)
    .filter(name => isUnwritableValue(columnNamed(collection, name), patch[name]))
    .map(field => ({ field, operator: 'Equal' as const, value: patch[field] }))
  if (kept.length === 0) return where
  return { aggregator: 'And', conditions: where ? [where, ...kept] : kept }
}

/** Deletes the rows that match; returns how many did. */
export async function remove(
  source: SqlSource,
  collection: SqlCollection,
  where: ConditionTree | undefined,
  call: Call,
): Promise<number> {
  assertWritable(collection)
  assertProvenKey(collection)
  return change(source, { collection, where, select: buildSelect(collection) }, call)
}

const buildSelect = ({ name }: SqlCollection) => ({ collection: name, columns: [], joins: [] })

export function assertWritable({ name, schema, table }: SqlCollection): void {
  if (!schema.isReadOnly) return
  const kind = table.isView ? 'a view' : 'read-only'
  throw new UnprocessableError(`'${name}' is ${kind}: it cannot be written.`)
}

function assertProvenKey({ name, schema }: SqlCollection): void {
  if (schema.isPrimaryKeyGuessed) throw new UnprovenKeyError(name, schema.primaryKey, 'be written')
}

export function assertChange(collection: SqlCollection, patch: Row): void {
  assertWritable(collection)
  assertProvenKey(collection)
  if (Object.keys(patch).length > 0) return
  throw new UnprocessableError(`The update of '${collection.name}' changes no column.`)
}

async function change(source: SqlSource, query: WriteQuery, call: Call): Promise<number> {
  const { cached, values } = source.statements.bound(
    query,
    query.patch ? 'update ' : 'delete ',
    each => writeShape(source, each),
    (each, shape) => compileWrite(source, each, shape),
  )
  const statement = { text: cached.compiled.text, values, name: cached.name }
  const { affected } = await source.database.write(statement, call.signal)
  if (affected === 0 && query.collection.table.hasTriggers) await assertNoMatch(source, query, call)
  return affected
}

/**
 * Throws when rows still match after a write that changed none: a trigger or rule of the database
 * discarded it.
 */
async function assertNoMatch(
  source: SqlSource,
  { collection: { name }, select, where, patch }: WriteQuery,
  call: Call,
): Promise<void> {
  const [group] = await aggregate(source, { select, where, aggregation: COUNT }, call)
  if (Number(group?.value ?? 0) === 0) return
  const kept = patch ? 'did not keep the change' : 'did not delete the record'
  throw new RejectedError(
    `The database ${kept} of '${name}': a trigger or rule discarded the ${patch ? 'update' : 'delete'} or did something else in its place.`,
  )
}

const COUNT = { operation: 'Count' } as const

/** Inserts all rows or none, with one statement per set of columns. */
export async function create(
  source: SqlSource,
  collection: SqlCollection,
  rows: readonly Row[],
  call: Call,
): Promise<Row[]> {
  assertWritable(collection)
  const batches = splitIntoBatches(source, collection, rows)
  const [only] = batches
  if (!only) return []
  if (batches.length === 1 && source.dialect.returning === 'returning') {
    const outcome = await source.database.write(bindInsert(source, only.query), call.signal)
    assertKept(only.query, outcome.rows.length)
    return outcome.rows as Row[]
  }
  return source.database.transaction(async session => {
    const created: Row[] = []
    for (const { query, indexes } of batches) {
      const outcome = await session.run(bindInsert(source, query))
      assertKept(
        query,
        source.dialect.returning === 'reread' ? outcome.affected : outcome.rows.length,
      )
      const inserted =
        source.dialect.returning === 'returning'
          ? outcome.rows
          : [await reread(source, session, query, outcome)]
      indexes.forEach((rowIndex, index) => {
        created[rowIndex] = inserted[index] as Row
      })
    }
    return created
  }, call.signal)
}

/**
 * Throws when the database inserted fewer rows: a trigger or rule can discard rows without an
 * error.
 */
export function assertKept({ collection: { name }, rows }: InsertQuery, count: number): void {
  if (count >= rows.length) return
  const kept =
    rows.length === 1 ? 'did not keep the record' : `kept ${count} of ${rows.length} records`
  throw new RejectedError(
    `The database ${kept} of '${name}': a trigger or rule discarded it or stored it elsewhere.`,
  )
}

interface Batch {
  readonly query: InsertQuery
  /** The indexes of its rows among all rows. */
  readonly indexes: readonly number[]
}

/** Groups rows with the same columns, as many as one statement can bind. */
function splitIntoBatches(
  { dialect }: SqlSource,
  collection: SqlCollection,
  rows: readonly Row[],
): Batch[] {
  const byColumns = new Map<string, { columns: string[]; indexes: number[] }>()
  rows.forEach((row, rowIndex) => {
    const columns = Object.keys(row).filter(name => row[name] !== undefined)
    const key = JSON.stringify([...columns].sort())
    const known = byColumns.get(key)
    if (known) known.indexes.push(rowIndex)
    else byColumns.set(key, { columns, indexes: [rowIndex] })
  })
  return [...byColumns.values()].flatMap(({ columns, indexes: places }) => {
    const maxRows =
      dialect.returning === 'returning' && columns.length > 0
        ? Math.min(MAX_ROWS, Math.floor(dialect.maxParameters / columns.length))
        : 1
    const batches: Batch[] = []
    for (let start = 0; start < places.length; start += maxRows) {
      const some = places.slice(start, start + maxRows)
      const query = { collection, columns, rows: some.map(rowIndex => rows[rowIndex] as Row) }
      batches.push({ query, indexes: some })
    }
    return batches
  })
}

const MAX_ROWS = 1000

export function bindInsert(source: SqlSource, query: InsertQuery): Statement {
  const { cached, values } = source.statements.bound(
    query,
    'insert ',
    each => insertShape(source, each),
    (each, shape) => withDecoder(source, compileInsert(source, each, shape)),
  )
  const { text, decode } = cached.compiled
  const mayShareMessage = query.rows.length === 1 && !runsCode(query.collection)
  return { text, values, name: cached.name, decode, mayShareMessage }
}

/** Whether writing its rows can run code of the database, whose effects may outlast the transaction. */
export function runsCode({ table }: SqlCollection): boolean {
  return table.isView || table.hasTriggers === true
}

/** An insert that returns a key, or nothing, has no records to decode. */
const withDecoder = ({ dialect }: SqlSource, compiled: CompiledInsert) => ({
  ...compiled,
  decode:
    dialect.returning === 'returning'
      ? (cells: readonly unknown[]) => decodeRow(compiled.row, cells)
      : undefined,
})
