import type { Logger } from '@service/base'

export type AuditOperation = 'create' | 'update' | 'delete' | 'action' | 'action_failed'

/** Column values in a form that JSON can represent. */
export type AuditValues = Readonly<Record<string, unknown>>

/** The person who changed a record. */
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
  /** Null while it is unknown, or when an action runs on no record. */
  readonly recordId: string | null
  /** Null when the change was not made for a person. */
  readonly user: AuditUser | null
  readonly actionName: string | null
  /** Shared by all changes of one request. */
  readonly correlationKey: string | null
  readonly previousValues: AuditValues
  readonly newValues: AuditValues
}

export interface AuditEntry extends NewAuditEntry {
  readonly id: number
  /** `pending`: the change began, and how it ended is unknown. */
  readonly status: 'pending' | 'done'
}

/** How an entry ended, where that differs from what was announced. */
export interface SettledEntry {
  readonly id: number
  readonly change?: Pick<NewAuditEntry, 'operation' | 'recordId' | 'previousValues' | 'newValues'>
}

/** Selects entries; all given conditions must hold. */
export interface AuditQuery {
  readonly collection?: string
  readonly recordIds?: readonly string[]
  readonly operation?: AuditOperation
  readonly userIds?: readonly number[]
  readonly correlationKeys?: readonly string[]
  /** ISO 8601 instants: `from` is inclusive, `before` exclusive. */
  readonly from?: string
  readonly before?: string
}

export interface AuditPage {
  readonly order: 'newest' | 'oldest'
  readonly skip: number
  readonly limit: number
}

/** Stores changes: announced before they happen, completed when they have ended. */
export interface AuditTrail {
  /** Whether a change that cannot be stored is rejected. */
  readonly isCritical: boolean
  /** Fields whose values are not stored, as `collection.field`. */
  readonly redacted: readonly string[]
  /** Rejects when the database is unavailable, or its table cannot be created. */
  open(logger: Logger): Promise<void>
  close(): Promise<void>
  /** Stores entries as pending, all or none; returns their ids in order. */
  begin(entries: readonly NewAuditEntry[]): Promise<readonly number[]>
  settle(entries: readonly SettledEntry[]): Promise<void>
  /** Removes entries of changes that were rejected before they happened. */
  withdraw(ids: readonly number[]): Promise<void>
  find(query: AuditQuery, page: AuditPage): Promise<AuditEntry[]>
  count(query: AuditQuery): Promise<number>
  users(query: AuditQuery): Promise<AuditUser[]>
}
