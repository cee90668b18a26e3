import type { Logger } from 'pino'
import { createApp } from './app.js'
import type { Config } from './config.js'
import type { Deps } from './deps.js'
import { createDocumentCache } from './features/agent-api/documents/document-cache.js'
import { createAgentEvents } from './features/agent-api/events/agent-events.js'
import { listOpenEnvironments } from './features/environments/read-environments.js'
import { createPersonEvents } from './features/events/person-events.js'
import { jobKinds } from './features/jobs/job-kinds.js'
import { createJobs } from './features/jobs/jobs.js'
import { mailWriters } from './features/notifications/mail-writers.js'
import { readPanel } from './features/panel/read-panel.js'
import { checkFolders } from './first-run/check-folders.js'
import { listen } from './http/listen.js'
import { securityHeaders } from './http/security-headers.js'
import { openRateLimits } from './limits/open-rate-limits.js'
import { ensurePartitions } from './logs/ensure-partitions.js'
import { createMailWorker } from './mail/mail-worker.js'
import { openMailer } from './mail/open-mailer.js'
import { createMetrics } from './operations/metrics.js'
import { observeRequests } from './operations/observe-requests.js'
import { openTracing } from './operations/tracing.js'
import { watchService } from './operations/watch-service.js'
import { loadSecret } from './secrets/load-secret.js'
import { createSecretBox } from './secrets/secret-box.js'
import { checkSecret } from './secrets/signing-keys.js'
import { listNewerMigrations } from './store/list-migrations.js'
import { migrateWithoutTimeout } from './store/migrate.js'
import { openStore, type Store } from './store/open-store.js'

export interface RunningService {
  /** The URL it listens on, e.g. `http://127.0.0.1:3310`. */
  readonly url: string
  readonly deps: Deps
  /** Finishes running requests, then closes everything. */
  stop(): Promise<void>
}

/**
 * Opens the store, runs migrations and listens. Requests are rejected until `prepare` has ended. When a step
 * fails, the earlier ones are undone.
 */
export async function startService(
  config: Config,
  log: Logger,
  prepare?: (deps: Deps) => Promise<void>,
): Promise<RunningService> {
  const undo: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const close of undo.splice(0).reverse()) await close()
  }
  try {
    await checkFolders(config)
    const panel = readPanel(config)
    const mailer = openMailer(config)
    const tracing = openTracing()
    const store = await openStore(config, tracing?.tracer)
    undo.push(store.close)
    const secrets = createSecretBox(await loadSecret(config))
    await migrateWithoutTimeout(store, config)
    await reportNewerStore(store, log)
    await checkSecret({ store, secrets })
    await ensurePartitions(store.db)
    const limits = await openRateLimits(config, log)
    undo.push(limits.close)
    const metrics = createMetrics()
    const events = createAgentEvents({ store, log, config })
    const personEvents = createPersonEvents({ store, log, config })
    const documents = createDocumentCache()
    const jobs = createJobs({ store, config, log, kinds: jobKinds, limit: config.maxJobs })
    const mail =
      mailer && createMailWorker({ store, config, secrets, log, metrics, mailer }, mailWriters)
    const deps: Deps = {
      config,
      store,
      limits,
      secrets,
      log,
      metrics,
      events,
      personEvents,
      documents,
      jobs,
      panel,
      mailer,
      mail,
      tracing,
    }
    let isPrepared = false
    // Listens first, so that a port in use is reported before a password is generated that is printed only
    // once.
    const listener = await listen(createApp(deps), config, {
      limit: config.maxConcurrentRequests,
      isReady: () => isPrepared,
      headers: securityHeaders(config),
      ...observeRequests(metrics, log),
    })
    undo.push(listener.stop)
    await prepare?.(deps)
    await reportOpenEnvironments(deps)
    isPrepared = true
    undo.push(events.stop)
    undo.push(personEvents.stop)
    jobs.start()
    undo.push(jobs.stop)
    mail?.start()
    if (mail) undo.push(mail.stop)
    watchService(metrics, listener.overloadGuard, store, { agents: events, people: personEvents })
    return { url: listener.url, deps, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function reportNewerStore({ db }: Store, log: Logger): Promise<void> {
  const migrations = await listNewerMigrations(db)
  if (migrations.length > 0) {
    log.warn({ migrations }, 'A newer version has migrated the database; this one runs on it, too')
  }
}

async function reportOpenEnvironments({ store, log }: Pick<Deps, 'store' | 'log'>): Promise<void> {
  for (const open of await listOpenEnvironments(store.db)) {
    log.warn(
      open,
      'Rights are open in this environment: everyone who may sign in may do everything there',
    )
  }
}
