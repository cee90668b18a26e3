import { writeBackup } from '../store/backup/write-backup.js'
import { listMigrations } from '../store/list-migrations.js'
import { migrate } from '../store/migrate.js'
import type { CommandIo } from './command-io.js'
import { printResult, type ResultOptions } from './print-result.js'
import { withStore } from './with-store.js'

/**
 * Writes a backup. Values encrypted with the installation's secret stay encrypted in it. The database of an older
 * version is not migrated: the backup is to be made before the upgrade.
 */
export async function backup(file: string, options: ResultOptions, io: CommandIo): Promise<void> {
  await withStore(io, async store => {
    if ((await listMigrations(store.db)).length === 0) await migrate(store)
    const { tables, rows } = await writeBackup(store, file)
    printResult(io, options, { file, tables, rows }, [
      `Wrote ${rows} rows of ${tables} tables to ${file}.`,
      'Keep SERVICE_SECRET (or the file secret in SERVICE_DATA_DIR) elsewhere: without it the service does not start, and the stored SSO client secrets cannot be decrypted.',
    ])
  })
}
