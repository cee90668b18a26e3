interface Named {
  readonly name: string
}

/** Who did something, with the names at that time. */
interface LogUser {
  readonly id: number
  readonly username: string
  readonly email: string
}

/** What a person did in an environment. */
export interface ActivityLog {
  readonly object: 'activityLog'
  readonly id: string
  readonly type: 'read' | 'write'
  readonly action: string
  readonly label?: string
  readonly recordIds?: readonly string[]
  /** When it was written: the order of the list, and what an entry is found by. */
  readonly createdAt: string
  readonly occurredAt: string
  readonly user: LogUser
  readonly team: Named
  readonly collection?: Named
  readonly inbox?: Named
  readonly workflow?: Named
}

/** A change to the configuration of a project. */
export interface AdminLog {
  readonly object: 'adminLog'
  readonly id: string
  readonly type: string
  readonly resource: string
  readonly initiator: string
  readonly createdAt: string
  /** Absent when no person made the change. */
  readonly user?: LogUser
  readonly previousValue?: object
  readonly newValue?: object
}

export type LogEntry = ActivityLog | AdminLog

/** The logs, by the names of their lists. */
export type LogName = 'activity-logs' | 'admin-logs'

/** What the hash chain says about an entry. */
export interface LogProof {
  readonly seq: number
  readonly lastSeq: number
  readonly hash: string
  readonly previousHash: string
  readonly content: Readonly<Record<string, unknown>>
  readonly verified: { readonly firstSeq: number; readonly lastSeq: number }
  readonly problems: readonly LogProblem[]
}

interface LogProblem {
  readonly seq: number
  readonly createdAt: string
  readonly message: string
}

/**
 * Whether an entry says that something failed.
 *
 * @example
 * hasFailed({ label: 'Refund (failed)' }) // true
 */
export const hasFailed = ({ label = '' }: Pick<ActivityLog, 'label'>): boolean =>
  label === 'failed' || label.endsWith(' (failed)')

/**
 * The label of an entry without the word that says that it failed.
 *
 * @example
 * readLabel({ label: 'Refund (failed)' }) // 'Refund'
 */
export const readLabel = ({ label = '' }: Pick<ActivityLog, 'label'>): string =>
  label === 'failed' ? '' : label.replace(/ \(failed\)$/, '')
