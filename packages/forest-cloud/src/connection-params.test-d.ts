import type { MongoConnectionParams, SqlConnectionParams } from './index.js'

export const sqlParams: SqlConnectionParams[] = [
  'postgres://user:secret@localhost:5432/shop',
  { uri: 'postgres://localhost/shop', schemas: ['public'], sslMode: 'verify' },
  { dialect: 'sqlite', storage: 'shop.db' },
  // @ts-expect-error an address or a dialect is needed
  { host: 'localhost', database: 'shop' },
  // @ts-expect-error there is no such mode of encryption
  { uri: 'postgres://localhost/shop', sslMode: 'sometimes' },
]

export const mongoParams: MongoConnectionParams[] = [
  'mongodb://localhost/shop',
  { uri: 'mongodb://localhost/shop', sampleSize: 500 },
  { host: 'localhost', database: 'shop', inferReferences: false },
  // @ts-expect-error an address or a database is needed
  { host: 'localhost' },
]
