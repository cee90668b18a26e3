import { checkOptionNames, knownNames, namesOf, OptionError } from '@service/base'
import { checkColumnType } from '@service/datasource-toolkit'
import { InvalidOptionError } from './errors.js'
import {
  type CollectionOptions,
  type ColumnDeclaration,
  declarationOf,
  type MongoConnectionParams,
  type MongoOptions,
  type Reference,
} from './options.js'
import { storedAsNames } from './stored-type.js'

const paramNames = namesOf<MongoConnectionParams>({
  host: true,
  port: true,
  user: true,
  password: true,
  database: true,
  authSource: true,
  replicaSet: true,
  tls: true,
})

const optionNames = namesOf<MongoOptions>({
  sampleSize: true,
  cacheFile: true,
  inferReferences: true,
  collections: true,
  pool: true,
  connectTimeoutMs: true,
  statementTimeoutMs: true,
})

const poolNames = namesOf<NonNullable<MongoOptions['pool']>>({
  max: true,
  acquireTimeoutMs: true,
  idleTimeoutMs: true,
})

const collectionNames = namesOf<CollectionOptions>({
  columns: true,
  primaryKey: true,
  references: true,
  asCollections: true,
})

const columnNames = namesOf<ColumnDeclaration>({
  type: true,
  storedAs: true,
  path: true,
  enumValues: true,
  allowNull: true,
  defaultValue: true,
})

const referenceNames = namesOf<Reference>({ collection: true, column: true })

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

function checkCollection(place: string, options: CollectionOptions): void {
  checkOptionNames(options, collectionNames, `'${place}'`)
  for (const [name, column] of Object.entries(options.columns ?? {})) {
    if (column !== false) checkColumn(`${place}.columns.${name}`, declarationOf(column))
  }
  for (const [name, reference] of Object.entries(options.references ?? {})) {
    if (typeof reference !== 'object') continue
    checkOptionNames(reference, referenceNames, `'${place}.references.${name}'`)
  }
}

function checkColumn(place: string, declaration: ColumnDeclaration): void {
  checkOptionNames(declaration, columnNames, `'${place}'`)
  const { type, storedAs } = declaration
  checkColumnType(type, `The type of '${place}'`)
  if (storedAs === undefined || storedAsNames.includes(storedAs)) return
  throw new OptionError(
    `storedAs of '${place}' is '${storedAs}'. It must be one of these: ${knownNames(String(storedAs), storedAsNames)}`,
  )
}
