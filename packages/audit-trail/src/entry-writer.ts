import type { AuditTrail } from '@service/agent'
import { splitIntoChunks } from '@service/base'
import { type Sql, type SqlDatabase, sql } from '@service/datasource-sql'
import { countCharacters, toCells, toChangedCells } from './audit-rows.js'
import { type AuditDialect, type ColumnName, columns } from './columns.js'
import { compileIn } from './compile-in.js'
import { groupCalls } from './group-calls.js'
import { insertLists, updateLists } from './list-statements.js'

export type EntryWriter = Pick<AuditTrail, 'begin' | 'settle' | 'withdraw'>

/** Maximum number of rows of one insert, and of ids in one condition. */
const maxRows = 1000

type Run = (query: Sql) => ReturnType<SqlDatabase['write']>
type Cells = readonly unknown[]

const written = (Object.keys(columns) as ColumnName[]).filter(name => name !== 'id')
/** The columns of an entry that ended with other values than announced. */
const changed = ['operation', 'record_id', 'previous_values', 'new_values', 'status'] as const

/** Writes entries to the table of an audit trail; calls that arrive together share a statement. */
export function createEntryWriter(
  database: SqlDatabase,
  dialect: AuditDialect,
  table: Sql,
): EntryWriter {
  const names = sql.join(written.map(name => sql.id(name)))
  const returning = sql` returning ${sql.id('id')}`

  const insertRows = (rows: readonly Cells[]): Sql =>
    sql`insert into ${table} (${names}) values ${sql.join(rows.map(cells => sql`(${sql.join(cells)})`))}`

  const insert = async (run: Run, rows: readonly Cells[]): Promise<number[]> => {
    if (!database.hasReturning) return [Number((await run(insertRows(rows))).insertId)]
    const statement = dialect.hasLists ? insertLists(table, written, rows) : insertRows(rows)
    const { rows: made } = await run(sql`${statement}${returning}`)
    return made.map(cells => Number((cells as unknown[])[0])).sort((one, other) => one - other)
  }

  const insertAll = async (rows: readonly Cells[]): Promise<readonly number[]> => {
    const parts = splitIntoChunks(rows, database.hasReturning ? maxRows : 1)
    const [only] = parts
    if (only && parts.length === 1) {
      const isRepeated = dialect.hasLists || only.length === 1
      return insert(isRepeated ? database.writePrepared : database.write, only)
    }
    return database.transaction(async run => {
      const ids: number[] = []
      for (const part of parts) ids.push(...(await insert(run, part)))
      return ids
    })
  }

  const finish = async (ids: readonly number[]): Promise<readonly undefined[]> => {
    for (const part of splitIntoChunks(ids, maxRows)) {
      await database.write(
        sql`update ${table} set ${sql.id('status')} = 'done' where ${compileIn('id', part)}`,
      )
    }
    return ids.map(() => undefined)
  }

  const finishOne = ([id, ...cells]: Cells): Sql => {
    const patch = changed.map((name, index) => sql`${sql.id(name)} = ${cells[index]}`)
    return sql`update ${table} set ${sql.join(patch)} where ${sql.id('id')} = ${id}`
  }

  const finishChanged = async (rows: readonly Cells[]): Promise<readonly undefined[]> => {
    const [only] = rows
    if (only && rows.length === 1) await database.write(finishOne(only))
    else if (dialect.hasLists) await database.write(updateLists(table, changed, rows))
    else await database.transaction(run => runSequentially(rows.map(finishOne), run))
    return rows.map(() => undefined)
  }

  const insertTogether = groupCalls({ run: insertAll, measure: countCharacters })
  const finishTogether = groupCalls({ run: finish, measure: () => 1 })
  const finishChangedTogether = groupCalls({ run: finishChanged, measure: countCharacters })

  return {
    begin: entries => insertTogether(entries.map(entry => toCells(entry, dialect))),
    async settle(entries) {
      const ids = entries.flatMap(({ id, change }) => (change ? [] : id))
      const rows = entries.flatMap(({ id, change }) =>
        change ? [[id, ...toChangedCells(change)]] : [],
      )
      if (ids.length > 0) await finishTogether(ids)
      if (rows.length > 0) await finishChangedTogether(rows)
    },
    async withdraw(ids) {
      for (const part of splitIntoChunks(ids, maxRows)) {
        await database.write(sql`delete from ${table} where ${compileIn('id', part)}`)
      }
    },
  }
}

async function runSequentially(statements: readonly Sql[], run: Run): Promise<void> {
  for (const statement of statements) await run(statement)
}
