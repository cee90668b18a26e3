import { UnavailableError } from '@service/base'
import { type Db, MongoClient, MongoServerError, MongoServerSelectionError } from 'mongodb'
import { checkMongoParams } from './check-options.js'
import type { MongoConnectionParams, MongoOptions } from './options.js'

/** A server and the database to use. */
export interface MongoAddress {
  readonly uri: string
  readonly database: string
}

interface Connection {
  readonly client: MongoClient
  readonly db: Db
  readonly hasTransactions: boolean
}

export function parseAddress(target: string | MongoConnectionParams): MongoAddress {
  const uri = typeof target === 'string' ? target : buildUri(target)
  const match = /^mongodb(?:\+srv)?:\/\/(?:[^@/]*@)?[^/?]+\/([^?]+)/.exec(uri)
  if (!match) {
    throw new Error(
      'The MongoDB URL must contain the name of a database: mongodb://user:secret@localhost:27017/shop.',
    )
  }
  return { uri, database: decodeURIComponent(match[1] as string) }
}

function buildUri(params: MongoConnectionParams): string {
  checkMongoParams(params)
  const { host = 'localhost', port = 27017, user, password = '', database } = params
  const login = user ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@` : ''
  const query = new URLSearchParams()
  if (user) query.set('authSource', params.authSource ?? 'admin')
  if (params.replicaSet) query.set('replicaSet', params.replicaSet)
  if (params.tls !== undefined) query.set('tls', String(params.tls))
  const rest = query.size > 0 ? `?${query}` : ''
  return `mongodb://${login}${host}:${port}/${encodeURIComponent(database)}${rest}`
}

/** Connects, and checks that the database exists. */
export async function connect(
  { uri, database }: MongoAddress,
  options: MongoOptions,
): Promise<Connection> {
  const client = new MongoClient(uri, driverOptions(uri, options))
  try {
    const db = client.db(database)
    const hello = await db.command({ hello: 1 })
    await checkDatabase(db)
    return { client, db, hasTransactions: 'setName' in hello || hello.msg === 'isdbgrid' }
  } catch (error) {
    await client.close()
    throw connectionError(error, database)
  }
}

/** What the options say comes first, then what the URL says, then our defaults. */
export function driverOptions(
  uri: string,
  { pool, connectTimeoutMs }: MongoOptions,
): Readonly<Record<string, number>> {
  const parameters = [...new URLSearchParams(uri.split('?')[1]).keys()]
  const inUrl = new Set(parameters.map(name => name.toLowerCase()))
  const settings: readonly (readonly [string, number | undefined, number])[] = [
    ['maxPoolSize', pool?.max, 10],
    ['waitQueueTimeoutMS', pool?.acquireTimeoutMs, 10_000],
    ['maxIdleTimeMS', pool?.idleTimeoutMs, 30_000],
    ['serverSelectionTimeoutMS', connectTimeoutMs, 10_000],
    ['connectTimeoutMS', connectTimeoutMs, 10_000],
  ]
  return Object.fromEntries(
    settings
      .filter(([name, given]) => given !== undefined || !inUrl.has(name.toLowerCase()))
      .map(([name, given, byDefault]) => [name, given ?? byDefault]),
  )
}

/**
 * MongoDB creates databases when they are first written to, so a wrong name would look like an
 * empty database.
 */
async function checkDatabase(db: Db): Promise<void> {
  const [first] = await db.listCollections({}, { nameOnly: true }).toArray()
  if (first) return
  const known = await db
    .admin()
    .listDatabases({ nameOnly: true })
    .then(
      ({ databases }) => databases.map(({ name }) => name),
      () => [],
    )
  const there = known.length > 0 ? ` The server has: ${known.join(', ')}.` : ''
  throw new UnavailableError(`The database '${db.databaseName}' has no collections.${there}`)
}

const authenticationFailed = 18
const unauthorized = 13

function connectionError(error: unknown, database: string): unknown {
  if (error instanceof MongoServerSelectionError) {
    return new UnavailableError(`Cannot reach a MongoDB server: ${error.message}`, { cause: error })
  }
  if (!(error instanceof MongoServerError)) return error
  if (error.code === authenticationFailed) {
    return new UnavailableError(
      'MongoDB rejected the user or the password. Check them, and authSource: the database the user is defined in.',
      { cause: error },
    )
  }
  if (error.code !== unauthorized) return error
  return new UnavailableError(
    `The user may not read '${database}'. Grant it the role read, or readWrite.`,
    { cause: error },
  )
}
