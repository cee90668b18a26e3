import type { Logger } from '@service/base'

export type AuditOperation = 'create' | 'update' | 'delete' | 'action' | 'action_failed'

/** Values of columns, in a form that JSON keeps. */
export type AuditValues = Readonly<Record<string, unknown>>

/** Somebody who changed a record. */
export interface AuditUser {
  readonly id: number
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

/** One change of one record. */
export interface NewAuditEntry {
  /** ISO 8601 in UTC, to the millisecond. */
  readonly timestamp: string
  readonly operation: AuditOperation
  readonly collection: string
  /** Null when it is not known yet, or when an action runs on no record. */
  readonly recordId: string | null
  /** Null when no person asked for it. */
  readonly user: AuditUser | null
  readonly actionName: string | null
  /** What the changes of one request have in common. */
  readonly correlationKey: string | null
  readonly previousValues: AuditValues
  readonly newValues: AuditValues
}

export interface AuditEntry extends NewAuditEntry {
  readonly id: number
  /** `pending`: it was begun, and how it ended is not known. */
  readonly status: 'pending' | 'done'
}

/** How an entry ended, where that differs from how it began. */
export interface SettledEntry {
  readonly id: number
  readonly change?: Pick<NewAuditEntry, 'operation' | 'recordId' | 'previousValues' | 'newValues'>
}

/** Which entries to read. All that is given must hold. */
export interface AuditQuery {
  readonly collection?: string
  readonly recordIds?: readonly string[]
  readonly operation?: AuditOperation
  readonly userIds?: readonly number[]
  readonly correlationKeys?: readonly string[]
  /** Instants, in ISO 8601: from the first on, and before the second. */
  readonly from?: string
  readonly before?: string
}

export interface AuditPage {
  readonly order: 'newest' | 'oldest'
  readonly skip: number
  readonly limit: number
}

/** Where the agent keeps what changed: before each change, and again when it has ended. */
export interface AuditTrail {
  /** A change that cannot be kept is refused. */
  readonly isCritical: boolean
  /** Fields whose values are not kept, as `collection.field`. */
  readonly redacted: readonly string[]
  /** Rejects when the database does not answer, or its table cannot be made. */
  open(logger: Logger): Promise<void>
  close(): Promise<void>
  /** Keeps entries as pending, all or none; answers their ids in order. */
  begin(entries: readonly NewAuditEntry[]): Promise<readonly number[]>
  settle(entries: readonly SettledEntry[]): Promise<void>
  /** Forgets entries of changes that were refused before they happened. */
  withdraw(ids: readonly number[]): Promise<void>
  find(query: AuditQuery, page: AuditPage): Promise<AuditEntry[]>
  count(query: AuditQuery): Promise<number>
  users(query: AuditQuery): Promise<AuditUser[]>
}
