import { ensurePartitions } from '../logs/ensure-partitions.js'
import { migrate } from '../store/migrate.js'
import type { CommandIo } from './command-io.js'
import { printResult, type ResultOptions } from './print-result.js'
import { withStore } from './with-store.js'

/** Runs the pending migrations and prints their names. */
export async function migrateStore(options: ResultOptions, io: CommandIo): Promise<void> {
  await withStore(io, async store => {
    const steps = await migrate(store)
    await ensurePartitions(store.db)
    const done = steps.length === 0 ? 'Nothing to do' : `Done: ${steps.join(', ')}`
    printResult(io, options, { migrations: steps, store: store.description }, [
      `${done}. ${store.description} is up to date.`,
    ])
  })
}
