import type { MongoOptions, MongoConnectionParams as MongoParts } from '@service/datasource-mongo'
import type { ConnectionParams, SqlOptions } from '@service/datasource-sql'

/**
 * An SQL database in `datasources.js`: a URL, or an object that can also have options of
 * `createSqlDataSource`.
 *
 * @example
 * const shop: SqlConnectionParams = {
 *   uri: 'postgres://user:secret@localhost:5432/shop',
 *   schemas: ['public', 'sales'],
 *   sslMode: 'verify',
 * }
 */
export type SqlConnectionParams = string | ((ConnectionParams | AddressPart) & SqlOptions)

/**
 * A MongoDB database in `datasources.js`: a URL, or an object that can also have options of
 * `createMongoDataSource`.
 *
 * @example
 * const catalogue: MongoConnectionParams = { host: 'localhost', database: 'catalogue', sampleSize: 500 }
 */
export type MongoConnectionParams = string | ((MongoParts | AddressPart) & MongoOptions)

interface AddressPart {
  readonly uri: string
}
