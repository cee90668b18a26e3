import { checkOptionNames, knownNames, listOptionNames, OptionError } from '@service/base'
import { checkColumnType } from '@service/datasource-toolkit'
import { InvalidOptionError } from './errors.js'
import {
  type CollectionOptions,
  type ColumnDeclaration,
  type MongoConnectionParams,
  type MongoOptions,
  type Reference,
  toDeclaration,
} from './options.js'
import { storedAsNames } from './stored-type.js'

const paramNames = listOptionNames<MongoConnectionParams>({
  host: true,
  port: true,
  user: true,
  password: true,
  database: true,
  authSource: true,
  replicaSet: true,
  tls: true,
})

const optionNames = listOptionNames<MongoOptions>({
  sampleSize: true,
  cacheFile: true,
  inferReferences: true,
  collections: true,
  pool: true,
  connectTimeoutMs: true,
  statementTimeoutMs: true,
})

const poolNames = listOptionNames<NonNullable<MongoOptions['pool']>>({
  max: true,
  acquireTimeoutMs: true,
  idleTimeoutMs: true,
})

const collectionNames = listOptionNames<CollectionOptions>({
  columns: true,
  primaryKey: true,
  references: true,
  asCollections: true,
})

const columnNames = listOptionNames<ColumnDeclaration>({
  type: true,
  storedAs: true,
  path: true,
  enumValues: true,
  allowNull: true,
  defaultValue: true,
})

const referenceNames = listOptionNames<Reference>({ collection: true, column: true })

/** Throws when an option of `createMongoDataSource` does not exist or has an invalid value. */
export function checkMongoOptions(options: MongoOptions): void {
  checkOptionNames(options, optionNames, 'createMongoDataSource')
  const {
    sampleSize = 1,
    pool = {},
    collections = {},
    connectTimeoutMs,
    statementTimeoutMs,
  } = options
  if (!Number.isSafeInteger(sampleSize) || sampleSize <= 0) {
    throw new InvalidOptionError('sampleSize', `${sampleSize} is not a whole number above zero`)
  }
  checkOptionNames(pool, poolNames, "'pool'")
  const counts = { ...pool, connectTimeoutMs, statementTimeoutMs }
  for (const [name, value] of Object.entries(counts)) {
    if (value === undefined || (typeof value === 'number' && value > 0)) continue
    throw new InvalidOptionError(name, `${JSON.stringify(value)} is not a number above zero`)
  }
  for (const [name, collection] of Object.entries(collections)) {
    checkCollection(`collections.${name}`, collection)
  }
}

/** Throws when a connection parameter does not exist. */
export function checkMongoParams(params: MongoConnectionParams): void {
  checkOptionNames(params, paramNames, 'the connection')
}

function checkCollection(location: string, options: CollectionOptions): void {
  checkOptionNames(options, collectionNames, `'${location}'`)
  for (const [name, column] of Object.entries(options.columns ?? {})) {
    if (column !== false) checkColumn(`${location}.columns.${name}`, toDeclaration(column))
  }
  for (const [name, reference] of Object.entries(options.references ?? {})) {
    if (typeof reference !== 'object') continue
    checkOptionNames(reference, referenceNames, `'${location}.references.${name}'`)
  }
}

function checkColumn(location: string, declaration: ColumnDeclaration): void {
  checkOptionNames(declaration, columnNames, `'${location}'`)
  const { type, storedAs } = declaration
  checkColumnType(type, `The type of '${location}'`)
  if (storedAs === undefined || storedAsNames.includes(storedAs)) return
  throw new OptionError(
    `storedAs of '${location}' is '${storedAs}'. It must be one of these: ${knownNames(String(storedAs), storedAsNames)}`,
  )
}
