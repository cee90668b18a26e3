import { describe, expect, it } from 'vitest'
import { createSqlDataSource } from '../create-sql-data-source.js'
import type { TableInfo } from '../introspect/introspection.js'
import { checkReadOnlyUser } from './read-only-user.js'

const address = 'mssql://user:secret@localhost/shop'

describe('native queries on SQL Server', () => {
  it('are rejected unless the user is declared to be read-only, which the error says', () => {
    expect(() => createSqlDataSource(address, { liveQueryConnections: 'main' })).toThrow(
      /SQL Server has no read-only transactions.* set liveQueryUserIsReadOnly: true\.$/,
    )
    expect(() => createSqlDataSource(address)).not.toThrow()
    expect(() =>
      createSqlDataSource(address, { liveQueryConnections: 'main', liveQueryUserIsReadOnly: true }),
    ).not.toThrow()
  })

  it('are not switched on by a value that is neither true nor false', () => {
    const options = { liveQueryConnections: 'main', liveQueryUserIsReadOnly: 'yes' }
    expect(() => createSqlDataSource(address, options as never)).toThrow('must be true or false')
  })

  it('are rejected when the user may write after all', () => {
    const table: TableInfo = {
      name: 'orders',
      isView: false,
      missingPrivileges: ['create', 'update', 'delete'],
      columns: [],
      primaryKey: [],
      uniqueKeys: [],
      foreignKeys: [],
    }
    const check = (tables: TableInfo[]) => () => checkReadOnlyUser('mssql', { tables })
    expect(check([table])).not.toThrow()
    expect(check([{ ...table, name: 'sales', isView: true, missingPrivileges: [] }])).not.toThrow()
    expect(check([{ ...table, missingPrivileges: ['create', 'delete'] }])).toThrow(
      "the database user may write to the table 'orders'",
    )
  })
})
