export type { ConnectionParams } from './address.js'
export { createSqlDataSource } from './create-sql-data-source.js'
export {
  checkSqlTarget,
  openSqlDatabase,
  type SqlDatabase,
  type SqlTarget,
} from './open-sql-database.js'
export type { ConnectionOptions, SqlOptions, SslFiles, SslMode } from './options.js'
export { type Sql, sql } from './sql.js'
