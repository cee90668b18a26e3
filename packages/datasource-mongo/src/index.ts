export { createMongoDataSource } from './create-mongo-data-source.js'
export type {
  CollectionOptions,
  ColumnDeclaration,
  MongoConnectionParams,
  MongoOptions,
  Reference,
} from './options.js'
export type { StoredAs } from './stored-type.js'
