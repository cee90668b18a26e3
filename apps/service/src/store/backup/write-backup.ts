import { createHash, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Kysely, sql, type Transaction } from 'kysely'
import { ConflictError } from '../../errors.js'
import { listMigrations } from '../list-migrations.js'
import type { Store } from '../open-store.js'
import type { Database } from '../schema.js'
import {
  type BackupEnd,
  type BackupHead,
  FORMAT,
  FORMAT_VERSION,
  type TableHead,
} from './format.js'
import { readPartitions, readTables, type Table } from './read-catalog.js'

const ROWS_AT_ONCE = 1_000

export interface BackupSummary {
  readonly tables: number
  readonly rows: number
}

/**
 * Writes a snapshot of the whole store to a new file that only its owner can read. The file gets its final
 * name after it is flushed to disk.
 */
export async function writeBackup(store: Store, file: string): Promise<BackupSummary> {
  const partial = `${file}.partial`
  await rm(partial, { force: true })
  const migrations = await listMigrations(store.db)
  try {
    const summary = await store.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async transaction => {
        const dump = createDump(transaction, migrations)
        const target = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true })
        await pipeline(Readable.from(dump.parts()), createGzip(), target)
        return dump.summary()
      })
    await link(partial, file).catch(error => {
      throw error.code === 'EEXIST' ? new ConflictError(`${file} already exists.`) : error
    })
    return summary
  } finally {
    await rm(partial, { force: true })
  }
}

function createDump(transaction: Transaction<Database>, migrations: readonly string[]) {
  const hash = createHash('sha256')
  let tables = 0
  let rows = 0
  async function* parts(): AsyncGenerator<string> {
    yield hashed(hash, [await formatHead(transaction, migrations)])
    for (const table of await readTables(transaction)) {
      tables += 1
      yield hashed(hash, [await tableHead(transaction, table)])
      for await (const lines of readRows(transaction, table)) {
        rows += lines.length
        yield hashed(hash, lines)
      }
    }
    const end: BackupEnd = { '@end': { rows, sha256: hash.copy().digest('hex') } }
    yield `${JSON.stringify(end)}\n`
  }
  return { parts, summary: (): BackupSummary => ({ tables, rows }) }
}

function hashed(hash: Hash, lines: readonly string[]): string {
  const text = `${lines.join('\n')}\n`
  hash.update(text)
  return text
}

async function formatHead(db: Kysely<Database>, migrations: readonly string[]): Promise<string> {
  const head: BackupHead = {
    '@backup': FORMAT,
    version: FORMAT_VERSION,
    createdAt: new Date().toISOString(),
    migrations,
    partitions: await readPartitions(db),
  }
  return JSON.stringify(head)
}

async function tableHead(db: Kysely<Database>, { name, columns, identities }: Table) {
  const sequences: Record<string, number> = {}
  for (const column of identities) {
    const { rows } = await sql<{ last: number }>`
      select coalesce(pg_sequence_last_value(pg_get_serial_sequence(${name}, ${column})::regclass), 0)
        as last`.execute(db)
    sequences[column] = rows[0]?.last ?? 0
  }
  const head: TableHead = { '@table': name, columns, sequences }
  return JSON.stringify(head)
}

/** The rows in PostgreSQL's JSON format, which it reads back without loss. */
async function* readRows(db: Kysely<Database>, table: Table): AsyncGenerator<readonly string[]> {
  const columns = sql.join(table.columns.map(column => sql.ref(column)))
  await sql`
    declare backup_rows no scroll cursor for
    select row_to_json(row)::text as line from (select ${columns} from ${sql.table(table.name)}) row
    `.execute(db)
  const fetch = sql<{ line: string }>`fetch ${sql.lit(ROWS_AT_ONCE)} from backup_rows`
  for (;;) {
    const { rows } = await fetch.execute(db)
    if (rows.length > 0) yield rows.map(row => row.line)
    if (rows.length < ROWS_AT_ONCE) break
  }
  await sql`close backup_rows`.execute(db)
}
