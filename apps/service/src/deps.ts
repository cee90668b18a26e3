import type { Logger } from 'pino'
import type { Config } from './config.js'
import type { DocumentCache } from './features/agent-api/documents/document-cache.js'
import type { AgentEvents } from './features/agent-api/events/agent-events.js'
import type { Jobs } from './features/jobs/jobs.js'
import type { RateLimits } from './limits/rate-limits.js'
import type { Mailer } from './mail/open-mailer.js'
import type { Metrics } from './operations/metrics.js'
import type { Tracing } from './operations/tracing.js'
import type { SecretBox } from './secrets/secret-box.js'
import type { Store } from './store/open-store.js'

/** What features work with; made once at start. */
export interface Deps {
  readonly config: Config
  readonly store: Store
  readonly limits: RateLimits
  readonly secrets: SecretBox
  readonly log: Logger
  readonly metrics: Metrics
  /** The event streams of agents that are connected to this instance. */
  readonly events: AgentEvents
  /** What agents ask for again and again. */
  readonly documents: DocumentCache
  /** Long work, of this instance and the others. */
  readonly jobs: Jobs
  /** Absent when the settings name no mail server. */
  readonly mailer?: Mailer | undefined
  /** Absent when nobody collects spans. */
  readonly tracing?: Tracing | undefined
}
