import type { AuditQuery, AuditTrail, NewAuditEntry, SettledEntry } from '@service/agent'
import { splitIntoChunks } from '@service/base'
import { type Sql, type SqlDatabase, sql } from '@service/datasource-sql'
import { plain, selectList, toCells, toEntry, toUser } from './audit-rows.js'
import { type AuditDialect, type ColumnName, columns, createTable } from './columns.js'

/** Maximum number of rows of one insert, and of ids in one condition. */
const maxRows = 1000

/** The table of an audit trail in an open database. */
export interface AuditTable
  extends Pick<AuditTrail, 'begin' | 'settle' | 'withdraw' | 'find' | 'count' | 'users'> {
  /** Creates the table unless it exists. */
  make(): Promise<void>
}

type Run = (query: Sql) => ReturnType<SqlDatabase['write']>

const written = (Object.keys(columns) as ColumnName[]).filter(name => name !== 'id')

export function auditTable(
  database: SqlDatabase,
  dialect: AuditDialect,
  tableName: readonly string[],
): AuditTable {
  const table = sql.id(...tableName)

  const insert = async (run: Run, entries: readonly NewAuditEntry[]): Promise<number[]> => {
    const rows = entries.map(entry => sql`(${sql.join(toCells(entry, dialect))})`)
    const names = sql.join(written.map(name => sql.id(name)))
    const statement = sql`insert into ${table} (${names}) values ${sql.join(rows)}`
    if (!database.hasReturning) return [Number((await run(statement)).insertId)]
    const { rows: made } = await run(sql`${statement} returning ${sql.id('id')}`)
    return made.map(cells => Number((cells as unknown[])[0])).sort((one, other) => one - other)
  }

  /** One statement updates all entries that ended as announced; each other entry needs its own. */
  const outcomes = (entries: readonly SettledEntry[]): readonly Sql[] => {
    const done = sql`${sql.id('status')} = 'done'`
    const voidedIds = entries.flatMap(({ id, change }) => (change ? [] : id))
    const statements = splitIntoChunks(voidedIds, maxRows).map(
      ids => sql`update ${table} set ${done} where ${compileIn('id', ids)}`,
    )
    for (const { id, change } of entries) {
      if (!change) continue
      const values = [
        done,
        sql`${sql.id('operation')} = ${change.operation}`,
        sql`${sql.id('record_id')} = ${plain(change.recordId)}`,
        sql`${sql.id('previous_values')} = ${JSON.stringify(change.previousValues)}`,
        sql`${sql.id('new_values')} = ${JSON.stringify(change.newValues)}`,
      ]
      statements.push(sql`update ${table} set ${sql.join(values)} where ${sql.id('id')} = ${id}`)
    }
    return statements
  }

  const compileConditions = (query: AuditQuery): Sql => {
    const conditions = [sql`1 = 1`]
    const { collection, operation, from, before } = query
    if (collection !== undefined) conditions.push(sql`${sql.id('collection')} = ${collection}`)
    if (operation !== undefined) conditions.push(sql`${sql.id('operation')} = ${operation}`)
    if (query.recordIds) conditions.push(compileIn('record_id', query.recordIds))
    if (query.userIds) conditions.push(compileIn('user_id', query.userIds))
    if (query.correlationKeys) conditions.push(compileIn('correlation_key', query.correlationKeys))
    const instant = sql.id('timestamp')
    if (from !== undefined) conditions.push(sql`${instant} >= ${dialect.instant(from)}`)
    if (before !== undefined) conditions.push(sql`${instant} < ${dialect.instant(before)}`)
    return sql.join(conditions, sql` and `)
  }

  return {
    async make() {
      for (const statement of createTable(dialect, tableName)) {
        // When several agents start at the same time, one creates the table and the others may fail
        // once.
        await database.write(statement).catch(() => database.write(statement))
      }
    },
    async begin(entries) {
      const perInsert = database.hasReturning ? maxRows : 1
      const parts = splitIntoChunks(entries, perInsert)
      const [only] = parts
      if (only && parts.length === 1) return insert(database.write, only)
      return database.transaction(async run => {
        const ids: number[] = []
        for (const part of parts) ids.push(...(await insert(run, part)))
        return ids
      })
    },
    async settle(entries) {
      const statements = outcomes(entries)
      const [only] = statements
      if (only && statements.length === 1) await database.write(only)
      else await database.transaction(run => runSequentially(statements, run))
    },
    async withdraw(ids) {
      for (const part of splitIntoChunks(ids, maxRows)) {
        await database.write(sql`delete from ${table} where ${compileIn('id', part)}`)
      }
    },
    async find(query, { order, skip, limit }) {
      const direction = sql.raw(order === 'oldest' ? 'asc' : 'desc')
      const { rows } = await database.read(
        sql`select ${selectList(dialect)} from ${table} where ${compileConditions(query)}
          order by ${sql.id('timestamp')} ${direction}, ${sql.id('id')} ${direction}
          limit ${limit} offset ${skip}`,
      )
      return rows.map(cells => toEntry(cells as unknown[]))
    },
    async count(query) {
      const { rows } = await database.read(
        sql`select count(*) from ${table} where ${compileConditions(query)}`,
      )
      return Number((rows[0] as unknown[])[0])
    },
    async users(query) {
      const names = (['user_id', 'user_first_name', 'user_last_name', 'user_email'] as const).map(
        name => sql.id(name),
      )
      const { rows } = await database.read(
        sql`select ${sql.join(names)}, max(${sql.id('id')}) from ${table}
          where ${compileConditions(query)} and ${sql.id('user_id')} is not null
          group by ${sql.join(names)} order by max(${sql.id('id')})`,
      )
      // Shows the latest name of each person.
      const users = rows.map(cells => toUser(cells as unknown[])!)
      return [...new Map(users.map(user => [user.id, user])).values()]
    },
  }
}

async function runSequentially(statements: readonly Sql[], run: Run): Promise<void> {
  for (const statement of statements) await run(statement)
}

function compileIn(name: ColumnName, values: readonly (string | number)[]): Sql {
  if (values.length === 0) return sql`1 = 0`
  return sql`${sql.id(name)} in (${sql.join(values)})`
}
