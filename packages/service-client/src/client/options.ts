import type { Logger } from '@service/base'
import type { Clock } from '../transport/clock.js'

/** Which service and environment to connect to, and how long to work without the service. */
export interface ServiceClientOptions {
  /** The secret of the environment. */
  readonly envSecret: string
  /** URL of the service, such as `https://service.example.com`. */
  readonly serverUrl: string
  /**
   * File that stores the last permissions, used when the service is unavailable at start. Default:
   * none.
   */
  readonly snapshotPath?: string
  /**
   * Seconds for which the last permissions are used while the service is unavailable. Default:
   * 86,400 (one day).
   */
  readonly maxSnapshotAge?: number
  /** Follow the event stream of the service instead of polling every minute. Default: true. */
  readonly instantCacheRefresh?: boolean
  /** Default: no log. */
  readonly logger?: Logger
  /** Default: the system clock. */
  readonly clock?: Clock
  /** Returns a number from 0 up to 1, for the jitter of retries. Default: `Math.random`. */
  readonly random?: () => number
}
