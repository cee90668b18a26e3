import { constants } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Transaction } from 'kysely'
import type { Config } from '../../config.js'
import { openStore, type Store } from '../../store/open-store.js'
import type { Database } from '../../store/schema.js'

const STATEMENT_TIMEOUT = 10_000

/** A store that the checks of an installation read and cannot change. */
export interface ReadableStore {
  readonly kind: Store['kind']
  readonly description: string
  /** Runs queries in a read-only transaction of their own: one that fails leaves the next alone. */
  read<T>(run: (db: Transaction<Database>) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Opens the store without waiting for it. An embedded one is copied first, since opening it writes files. */
export async function openForReading(config: Config): Promise<ReadableStore> {
  const copy = config.databaseUrl === undefined ? await copyDatabase(config.dataDir) : undefined
  const removeCopy = async () => {
    if (copy !== undefined) await rm(copy, { recursive: true, force: true })
  }
  try {
    const store = await openStore({
      ...config,
      dataDir: copy ?? config.dataDir,
      databaseWait: 0,
      poolSize: 1,
      statementTimeout: STATEMENT_TIMEOUT,
    })
    return {
      kind: store.kind,
      description:
        copy === undefined ? store.description : `embedded PostgreSQL in ${config.dataDir}`,
      read: run => store.db.transaction().setAccessMode('read only').execute(run),
      async close() {
        await store.close()
        await removeCopy()
      },
    }
  } catch (error) {
    await removeCopy()
    throw error
  }
}

async function copyDatabase(dataDir: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'backoffice-doctor-'))
  const from = join(dataDir, 'database', 'data')
  await cp(from, join(folder, 'database', 'data'), {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
  })
  return folder
}
