import { type Config, readConfig } from '../config.js'
import { openStore, type Store } from '../store/open-store.js'
import type { CommandIo } from './command-io.js'

/** Opens the store for one command, without a statement timeout, and closes it afterwards. */
export async function withStore<T>(
  io: CommandIo,
  run: (store: Store, config: Config) => Promise<T>,
): Promise<T> {
  const config = readConfig(io.environment)
  const store = await openStore({ ...config, statementTimeout: 0 })
  try {
    return await run(store, config)
  } finally {
    await store.close()
  }
}
