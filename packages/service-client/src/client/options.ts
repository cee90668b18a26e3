import type { Logger } from '@service/base'
import type { Clock } from '../transport/clock.js'

/** Which service to talk to, for which environment, and what to do without it. */
export interface ServiceClientOptions {
  /** The secret of the environment. */
  readonly envSecret: string
  /** Where the service is, like `https://service.example.com`. */
  readonly serverUrl: string
  /** The file that keeps the last rights. Default: none is kept. */
  readonly snapshotPath?: string
  /** Seconds that the last rights serve while the service is away. Default: 86,400, a day. */
  readonly maxSnapshotAge?: number
  /** Listen to the events of the service, rather than asking every minute. Default: true. */
  readonly instantCacheRefresh?: boolean
  /** Default: no log. */
  readonly logger?: Logger
  /** Default: the time of the system. */
  readonly clock?: Clock
  /** From 0 up to 1, for the jitter of retries. Default: `Math.random`. */
  readonly random?: () => number
}
