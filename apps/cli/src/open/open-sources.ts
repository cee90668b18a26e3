import { open as openFile } from 'node:fs/promises'
import type { DataSourceFactory, Logger } from '@service/agent'
import { createMongoDataSource } from '@service/datasource-mongo'
import { createSqlDataSource } from '@service/datasource-sql'
import type { CommandIo } from '@service/service/cli'
import { askPassword, completeFromEnvironment } from './ask-password.js'
import { getKind } from './database-kinds.js'
import { OpenError } from './errors.js'
import { explainFailure, findProblem } from './explain-failure.js'
import type { DatabaseAddress } from './parse-address.js'

export interface SourceSettings {
  /** Whether the connections may change something. */
  readonly write: boolean
  /** Schemas to read tables from. Optional: the connection's own. */
  readonly schemas?: readonly string[]
  readonly log: Logger
}

/** A database that is open, for an agent. */
export interface OpenSource {
  /** With the password that worked. */
  readonly address: DatabaseAddress
  /** Its name among the databases that are opened together. */
  readonly name: string
  /** The first call returns what is open already. */
  readonly factory: DataSourceFactory
  /** The names of its tables. */
  readonly tables: readonly string[]
  /** Closes it, when no agent has taken it. */
  close(): Promise<void>
}

type DataSource = Awaited<ReturnType<DataSourceFactory>>

/** Opens every database, one after the other, and says so. When one fails, closes the others. */
export async function openSources(
  addresses: readonly DatabaseAddress[],
  settings: SourceSettings,
  io: CommandIo,
): Promise<readonly OpenSource[]> {
  const opened: OpenSource[] = []
  try {
    for (const [index, name] of nameSources(addresses).entries()) {
      opened.push(await openSource(addresses[index] as DatabaseAddress, name, settings, io))
    }
    return opened
  } catch (error) {
    await Promise.all(opened.map(source => source.close()))
    throw error
  }
}

/** Databases of one name get numbers. */
export function nameSources(addresses: readonly DatabaseAddress[]): readonly string[] {
  const names: string[] = []
  for (const { name } of addresses) {
    let unique = name
    for (let number = 2; names.includes(unique); number++) unique = `${name}${number}`
    names.push(unique)
  }
  return names
}

async function openSource(
  given: DatabaseAddress,
  name: string,
  settings: SourceSettings,
  io: CommandIo,
): Promise<OpenSource> {
  if (given.file !== undefined) await checkFile(given.file)
  const start = performance.now()
  io.errors.write(`Reading ${given.label} …\n`)
  const { address, dataSource } = await connect(
    completeFromEnvironment(given, io),
    name,
    settings,
    io,
  )
  const tables = dataSource.collections.map(collection => collection.name)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  io.errors.write(`  ${countTables(tables.length, given)} in ${seconds} s\n`)
  let isTaken = false
  return {
    address,
    name,
    tables,
    async factory(...args) {
      if (isTaken) return createFactory(address, name, settings)(...args)
      isTaken = true
      return dataSource
    },
    async close() {
      if (!isTaken) await dataSource.close()
    },
  }
}

const countTables = (count: number, { kind }: DatabaseAddress): string => {
  const noun = kind === 'mongodb' ? 'collection' : 'table'
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

interface Connected {
  readonly address: DatabaseAddress
  readonly dataSource: DataSource
}

/** Asks for a password where one is missing or wrong, as long as a person answers. */
async function connect(
  address: DatabaseAddress,
  name: string,
  settings: SourceSettings,
  io: CommandIo,
): Promise<Connected> {
  try {
    const factory = createFactory(address, name, settings)
    return { address, dataSource: await factory(settings.log, async () => {}) }
  } catch (error) {
    const failure = explainFailure(error, address)
    if (findProblem(error) !== 'password') throw failure
    if (address.password && io.input.isTTY) io.errors.write(`${failure.message}\n`)
    const asked = await askPassword(address, io)
    if (asked === undefined) throw failure
    return connect(asked, name, settings, io)
  }
}

function createFactory(
  { kind, uri }: DatabaseAddress,
  name: string,
  { write, schemas }: SourceSettings,
): DataSourceFactory {
  if (kind === 'mongodb') return createMongoDataSource(uri)
  const { hasLiveQueries, hasSchemas } = getKind(kind)
  return createSqlDataSource(uri, {
    readOnly: !write,
    ...(hasLiveQueries && { liveQueryConnections: name }),
    ...(hasSchemas && schemas && { schemas }),
  })
}

const header = 'SQLite format 3\0'

/** SQLite would create a file that does not exist. */
async function checkFile(path: string): Promise<void> {
  const file = await openFile(path).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'There is no file' : 'This file cannot be read:'
    throw new OpenError(`${reason} ${path}.`, { cause: error })
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(header.length), 0, header.length, 0)
    // A new database is an empty file.
    if (bytesRead === 0 || buffer.toString('latin1') === header) return
    throw new OpenError(`${path} is no SQLite database.`)
  } catch (error) {
    if (error instanceof OpenError) throw error
    throw new OpenError(`This file cannot be read: ${path}.`, { cause: error })
  } finally {
    await file.close()
  }
}
