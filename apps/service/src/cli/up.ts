import { pino } from 'pino'
import { readConfig } from '../config.js'
import { startService } from '../start-service.js'

/** Starts the service and stops it at SIGINT or SIGTERM. */
export async function up(): Promise<void> {
  const config = readConfig(process.env)
  const log = pino({ level: config.logLevel })
  const service = await startService(config, log)
  log.info({ url: service.url, store: service.deps.store.description }, 'the service is ready')
  const stop = async () => {
    await service.stop()
    process.exit(0)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}
