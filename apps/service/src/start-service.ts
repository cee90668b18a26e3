import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import type { Logger } from 'pino'
import { createApp } from './app.js'
import type { Config } from './config.js'
import type { Deps } from './deps.js'
import { openRateLimits } from './limits/open-rate-limits.js'
import { ensurePartitions } from './logs/ensure-partitions.js'
import { loadSecret } from './secrets/load-secret.js'
import { createSecretBox } from './secrets/secret-box.js'
import { migrate } from './store/migrate.js'
import { openStore } from './store/open-store.js'

export interface RunningService {
  /** Where it listens, e.g. `http://127.0.0.1:3310`. */
  readonly url: string
  readonly deps: Deps
  /** Finishes what is being answered, then closes everything. */
  stop(): Promise<void>
}

/** Opens the store, brings it up to date and listens. */
export async function startService(config: Config, log: Logger): Promise<RunningService> {
  const store = await openStore(config)
  try {
    await migrate(store)
    await ensurePartitions(store.db)
    const limits = await openRateLimits(config, log)
    const secrets = createSecretBox(await loadSecret(config))
    const deps: Deps = { config, store, limits, secrets, log }
    const server = await listen(createApp(deps).fetch, config)
    const { port } = server.address() as AddressInfo
    return {
      url: `http://${config.host}:${port}`,
      deps,
      async stop() {
        await new Promise(done => server.close(done))
        await limits.close()
        await store.close()
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

type Server = ReturnType<typeof serve>

function listen(fetch: ReturnType<typeof createApp>['fetch'], config: Config): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, hostname: config.host, port: config.port }, () => resolve(server))
    server.once('error', reject)
  })
}
