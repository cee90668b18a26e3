import type { Instant } from '../../store/instant.js'
import type { ActivityLogAction } from './activity-log-actions.js'

/** An action of a person, to be written to the activity log. */
export interface NewActivityLog {
  /** A repeated entry with the same key is ignored for 30 days. */
  readonly key?: string
  readonly type: 'read' | 'write'
  readonly action: ActivityLogAction
  readonly label?: string
  readonly recordIds?: readonly string[]
  /** Identifies the request of a write, as in the audit trail of the agent. */
  readonly correlationKey?: string
  /** The name of the role as which an administrator looked at the data. */
  readonly viewedAsRole?: string
  readonly userId: number
  /** The names of user and team at the time of the action. Absent: the current ones. */
  readonly username?: string
  readonly userEmail?: string
  /** Absent: the user's first team. */
  readonly teamName?: string
  readonly collectionName?: string
  readonly inboxName?: string
  readonly workflow?: {
    readonly name: string
    readonly runId: string
    readonly stepName?: string
    readonly optionName?: string
  }
  /** When it happened. An instant in the future is replaced by the time of writing. */
  readonly occurredAt?: Instant
  /** The entry's time in the log, later than the last entry. Set it for all entries of a call or for none. */
  readonly at?: Instant
}

/** The environment whose log is written. */
export interface LoggedEnvironment {
  readonly id: number
  readonly projectId: number
}
