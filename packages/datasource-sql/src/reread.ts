import { ownValue } from '@service/base'
import type { Leaf, Row, Scan } from '@service/datasource-toolkit'
import { compileList, listShape } from './compile/compile-list.js'
import type { InsertQuery } from './compile/compile-write.js'
import { decodeRow } from './compile/select-list.js'
import { bind } from './compile/slots.js'
import type { Outcome, Session } from './database.js'
import type { SqlSource } from './source.js'

/** Reads an inserted row back when the insert cannot return it. */
export async function reread(
  source: SqlSource,
  session: Session,
  { collection, rows }: InsertQuery,
  { rows: [answered], insertId }: Outcome,
): Promise<Row> {
  const [given = {}] = rows
  // The inserted row cannot be identified.
  if (collection.schema.isPrimaryKeyGuessed) return given
  const key = collection.schema.primaryKey.map((field, index): Leaf => {
    const value = Array.isArray(answered) ? answered[index] : (ownValue(given, field) ?? insertId)
    return { field, operator: 'Equal', value }
  })
  const scan: Scan = {
    select: { collection: collection.name, columns: [...collection.columns.keys()], joins: [] },
    where: { aggregator: 'And', conditions: key },
    orderBy: [],
  }
  const shape = listShape(source, scan)
  const { text, slots, row } = compileList(source, scan, shape)
  const statement = {
    text,
    values: bind(slots, shape.values),
    decode: (cells: readonly unknown[]) => decodeRow(row, cells),
  }
  const outcome = await session.run(statement)
  return (outcome.rows[0] as Row | undefined) ?? given
}
