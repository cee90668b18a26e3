import type { Call, ReadValue, Row } from '@service/datasource-toolkit'
import { columnNamed, type SqlCollection } from './collection.js'
import type { SqlSource } from './source.js'
import { assertKept, assertWritable, bindInsert } from './write.js'

/** Inserts one row with a statement that reads some of its values itself. */
export async function createReading(
  source: SqlSource,
  collection: SqlCollection,
  row: Row,
  values: ReadonlyMap<string, ReadValue>,
  call: Call,
): Promise<Row | undefined> {
  assertWritable(collection)
  if (!refusesNulls(collection, values.keys())) return undefined
  const given = Object.keys(row).filter(name => row[name] !== undefined && !values.has(name))
  const query = { collection, columns: [...given, ...values.keys()], rows: [row], read: values }
  const { rows } = await source.database.write(bindInsert(source, query), call.signal)
  assertKept(query, rows.length)
  return rows[0] as Row
}

/** With a trigger, a value that was not found could be filled in without an error. */
function refusesNulls(collection: SqlCollection, columns: Iterable<string>): boolean {
  if (collection.table.hasTriggers) return false
  return [...columns].every(name => !columnNamed(collection, name).allowNull)
}
