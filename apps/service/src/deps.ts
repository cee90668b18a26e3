import type { Logger } from 'pino'
import type { Config } from './config.js'
import type { DocumentCache } from './features/agent-api/documents/document-cache.js'
import type { AgentEvents } from './features/agent-api/events/agent-events.js'
import type { PersonEvents } from './features/events/person-events.js'
import type { Jobs } from './features/jobs/jobs.js'
import type { PanelSite } from './features/panel/read-site.js'
import type { RateLimits } from './limits/rate-limits.js'
import type { MailWorker } from './mail/mail-worker.js'
import type { Mailer } from './mail/open-mailer.js'
import type { Metrics } from './operations/metrics.js'
import type { Tracing } from './operations/tracing.js'
import type { SecretBox } from './secrets/secret-box.js'
import type { Store } from './store/open-store.js'

/** The dependencies of all features; created once at start. */
export interface Deps {
  readonly config: Config
  readonly store: Store
  readonly limits: RateLimits
  readonly secrets: SecretBox
  readonly log: Logger
  readonly metrics: Metrics
  /** The event streams of agents connected to this instance. */
  readonly events: AgentEvents
  /** The event streams of people connected to this instance. */
  readonly personEvents: PersonEvents
  /** The documents that agents request repeatedly. */
  readonly documents: DocumentCache
  /** The queue of background jobs, shared by all instances. */
  readonly jobs: Jobs
  /** The files of the panel. Absent when it is not built. */
  readonly panel?: PanelSite | undefined
  /** Absent when no mail server is configured. */
  readonly mailer?: Mailer | undefined
  /** Sends queued mail. Absent like the mailer. */
  readonly mail?: MailWorker | undefined
  /** Absent when tracing is not configured. */
  readonly tracing?: Tracing | undefined
}
