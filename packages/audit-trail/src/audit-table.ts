import type { AuditQuery, AuditTrail } from '@service/agent'
import { type Sql, type SqlDatabase, sql } from '@service/datasource-sql'
import { selectList, toEntry, toUser } from './audit-rows.js'
import { type AuditDialect, createTable } from './columns.js'
import { compileIn } from './compile-in.js'
import { createEntryWriter, type EntryWriter } from './entry-writer.js'

/** The table of an audit trail in an open database. */
export interface AuditTable extends EntryWriter, Pick<AuditTrail, 'find' | 'count' | 'users'> {
  /** Creates the table unless it exists. */
  make(): Promise<void>
}

export function auditTable(
  database: SqlDatabase,
  dialect: AuditDialect,
  tableName: readonly string[],
): AuditTable {
  const table = sql.id(...tableName)

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
    ...createEntryWriter(database, dialect, table),
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
