export type { ConnectionParams } from './address.js'
export { createSqlDataSource } from './create-sql-data-source.js'
export type { ConnectionOptions, SqlOptions, SslFiles, SslMode } from './options.js'
