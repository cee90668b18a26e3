import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { lockFolder } from '@service/http'

/** An open embedded PostgreSQL: one session, in this process. */
export interface EmbeddedDatabase {
  readonly database: PGlite
  /** For `new pg.Pool({ ...poolConfig, max: 1 })`. */
  readonly poolConfig: ReturnType<typeof createPgConfig>
  close(): Promise<void>
}

/**
 * Opens the PostgreSQL in a folder and creates it when the folder is new. A second process that
 * opens the same folder gets an error, because the database itself does not lock its files.
 *
 * @example
 * const { database, close } = await openEmbeddedDatabase('.service/database')
 * await database.query('select 1')
 * await close()
 */
export async function openEmbeddedDatabase(folder: string): Promise<EmbeddedDatabase> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unlock = await lockFolder(folder, 'set SERVICE_DATA_DIR to another folder')
  const database = await PGlite.create(join(folder, 'data')).catch(async error => {
    await unlock()
    throw error
  })
  return {
    database,
    poolConfig: createPgConfig(database),
    async close() {
      await database.close()
      await unlock()
    },
  }
}
