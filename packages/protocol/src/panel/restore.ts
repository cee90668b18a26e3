/** The body of `POST /_audit-trail/correlation/{key}/revert`. */
export interface RevertBody {
  /** Only these fields. Default: all that the request changed. */
  readonly fields?: readonly string[]
  /** Writes nothing: the response says what would be written. */
  readonly dryRun?: boolean
}

/** The body of `POST /_audit-trail/{collection}/{id}/restore`. */
export interface RestoreBody extends RevertBody {
  /** By field: the current value it must still have, as `from` of a dry run. Others are not written. */
  readonly expect?: Readonly<Record<string, unknown>>
}

/** Why a field gets no earlier value. */
export type UnrestoredReason = 'redacted' | 'bytes' | 'key' | 'readOnly' | 'notAllowed'

/** What is restored of one record. Values have the form of the audit trail. */
export interface RestoredRecord {
  readonly collection: string
  readonly recordId: string
  /** `create` when the record was deleted; `none` when there is nothing to write. */
  readonly operation: 'update' | 'create' | 'none'
  /** Why nothing can be written: the request created the record, or it was deleted or created since. */
  readonly obstacle?: 'created' | 'deletedSince' | 'createdSince'
  /** By field: the value before and after the restore. */
  readonly changes: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>
  /** Fields that changed since, and are not written. */
  readonly changedSince: Readonly<
    Record<string, { readonly expected: unknown; readonly current: unknown; readonly to: unknown }>
  >
  /** Fields that changed and cannot be restored. */
  readonly unrestored: Readonly<Record<string, UnrestoredReason>>
  /** The write was rejected; the other records are restored. */
  readonly error?: { readonly name: string; readonly detail: string }
}

export interface RestoreMeta {
  readonly dryRun: boolean
  /** Identifies the changes of this request in the audit trail: reverting it undoes the restore. */
  readonly correlationKey: string
}

/** The response to a restore. */
export interface RestoreResult {
  readonly data: RestoredRecord
  readonly meta: RestoreMeta
}

/** The response to a revert, with one entry per record. */
export interface RevertResult {
  readonly data: readonly RestoredRecord[]
  readonly meta: RestoreMeta
}

/** The largest number of records that one revert takes. */
export const maxRevertedRecords = 100
