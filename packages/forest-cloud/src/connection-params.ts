import type { MongoOptions, MongoConnectionParams as MongoParts } from '@service/datasource-mongo'
import type { ConnectionParams, SqlOptions } from '@service/datasource-sql'

/**
 * How `datasources.js` names an SQL database: an address, or an object with the options of
 * `createSqlDataSource` beside it.
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
 * How `datasources.js` names a MongoDB database: an address, or an object with the options of
 * `createMongoDataSource` beside it.
 *
 * @example
 * const catalogue: MongoConnectionParams = { host: 'localhost', database: 'catalogue', sampleSize: 500 }
 */
export type MongoConnectionParams = string | ((MongoParts | AddressPart) & MongoOptions)

interface AddressPart {
  readonly uri: string
}
