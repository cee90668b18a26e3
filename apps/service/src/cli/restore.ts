import { restoreBackup } from '../store/backup/restore-backup.js'
import type { CommandIo } from './command-io.js'
import type { ResultOptions } from './print-result.js'
import { reportLogs } from './verify.js'
import { withStore } from './with-store.js'

export interface RestoreOptions extends ResultOptions {
  /** Replaces the content of a store that is not empty. */
  readonly force?: boolean
}

/** Restores a backup into an empty store, then verifies its logs. */
export async function restore(
  file: string,
  { force, json }: RestoreOptions,
  io: CommandIo,
): Promise<void> {
  await withStore(io, async store => {
    const { rows } = await restoreBackup(store, file, { force })
    if (!json) io.output.write(`Restored ${rows} rows into ${store.description}.\n`)
    await reportLogs(store, { json, details: { rows, store: store.description } }, io)
  })
}
