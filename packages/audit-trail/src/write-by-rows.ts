import { splitIntoChunks } from '@service/base'
import { type Sql, type SqlDatabase, sql } from '@service/datasource-sql'
import { compileIn } from './compile-in.js'
import {
  type Cells,
  changedColumns,
  insertedColumns,
  readIds,
  type WriteEntries,
} from './entry-statements.js'

/** Maximum number of rows of one insert, and of ids in one condition. */
const maxRows = 1000

type Outcome = Awaited<ReturnType<SqlDatabase['write']>>

/** For databases without lists as parameters: several statements are one transaction. */
export function writeByRows(database: SqlDatabase, table: Sql): WriteEntries {
  const { hasReturning } = database
  const names = sql.join(insertedColumns.map(name => sql.id(name)))
  const returning = hasReturning ? sql` returning ${sql.id('id')}` : sql``
  const insertRows = (rows: readonly Cells[]): Sql =>
    sql`insert into ${table} (${names}) values ${sql.join(rows.map(cells => sql`(${sql.join(cells)})`))}${returning}`
  const insertOne = database.prepareWrite(insertRows([insertedColumns.map(() => undefined)]))

  const finish = (ids: readonly number[]): Sql =>
    sql`update ${table} set ${sql.id('status')} = 'done' where ${compileIn('id', ids)}`

  const remove = (ids: readonly number[]): Sql =>
    sql`delete from ${table} where ${compileIn('id', ids)}`

  const finishChanged = ([id, ...cells]: Cells): Sql => {
    const patch = changedColumns.map((name, index) => sql`${sql.id(name)} = ${cells[index]}`)
    return sql`update ${table} set ${sql.join(patch)} where ${sql.id('id')} = ${id}`
  }

  const takeIds = ({ rows, insertId }: Outcome): readonly number[] =>
    hasReturning ? readIds(rows) : [Number(insertId)]

  return async ({ inserted, finished, changed, removed }) => {
    const inserts = splitIntoChunks(inserted, hasReturning ? maxRows : 1)
    const updates = [
      ...splitIntoChunks(finished, maxRows).map(finish),
      ...splitIntoChunks(removed, maxRows).map(remove),
      ...changed.map(finishChanged),
    ]
    const [only] = inserted
    if (only && inserted.length === 1 && updates.length === 0) return takeIds(await insertOne(only))
    const statements = [...inserts.map(insertRows), ...updates]
    const outcomes = await runAll(database, statements)
    return outcomes.slice(0, inserts.length).flatMap(takeIds)
  }
}

/** One statement by itself, or several as a transaction. */
async function runAll(
  database: SqlDatabase,
  statements: readonly Sql[],
): Promise<readonly Outcome[]> {
  const [only] = statements
  if (only && statements.length === 1) return [await database.write(only)]
  return database.transaction(async run => {
    const outcomes: Outcome[] = []
    for (const statement of statements) outcomes.push(await run(statement))
    return outcomes
  })
}
