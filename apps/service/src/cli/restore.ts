import { restoreBackup } from '../store/backup/restore-backup.js'
import type { CommandIo } from './command-io.js'
import { reportLogs } from './verify.js'
import { withStore } from './with-store.js'

/** Restores a backup into an empty store, then verifies its logs. */
export async function restore(
  file: string,
  options: { readonly force?: boolean },
  io: CommandIo,
): Promise<void> {
  await withStore(io, async store => {
    const { rows } = await restoreBackup(store, file, options)
    io.output.write(`Restored ${rows} rows into ${store.description}.\n`)
    await reportLogs(store, {}, io)
  })
}
