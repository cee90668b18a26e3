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
  /** Default: the first team of the user. */
  readonly teamName?: string
  /** How the user is called, when the caller has just read it; `teamName` is then known to be right too. */
  readonly user?: { readonly username: string; readonly email: string }
  readonly collectionName?: string
  readonly inboxName?: string
  readonly workflow?: {
    readonly name: string
    readonly runId: string
    readonly stepName?: string
    readonly optionName?: string
  }
  /** When it happened, after the last entry of the log; for all entries of a call or for none. */
  readonly at?: Instant
}

/** Whose log is written. */
export interface LoggedEnvironment {
  readonly id: number
  readonly projectId: number
}
