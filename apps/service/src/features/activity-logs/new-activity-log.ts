import type { Instant } from '../../store/instant.js'
import type { ActivityLogAction } from './activity-log-actions.js'

/** Something somebody did. */
export interface NewActivityLog {
  /** Makes a repeat harmless for 30 days. */
  readonly key?: string
  readonly type: 'read' | 'write'
  readonly action: ActivityLogAction
  readonly label?: string
  readonly recordIds?: readonly string[]
  readonly userId: number
  /** How the user and their team were called then. Default: as they are called now. */
  readonly username?: string
  readonly userEmail?: string
  /** Default: the first team of the user. */
  readonly teamName?: string
  readonly collectionName?: string
  readonly inboxName?: string
  readonly workflow?: {
    readonly name: string
    readonly runId: string
    readonly stepName?: string
    readonly optionName?: string
  }
  /** When it happened. What lies after the moment of writing is taken for that moment. */
  readonly occurredAt?: Instant
  /** Where it stands in the log, after the last entry; for all entries of a call or for none. */
  readonly at?: Instant
}

/** Whose log is written. */
export interface LoggedEnvironment {
  readonly id: number
  readonly projectId: number
}
