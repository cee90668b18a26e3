/** The body of `PUT /{collection}`: the selection of a bulk deletion, and what to write. */
export interface BulkUpdate {
  readonly data: BulkUpdateData
}

export interface BulkUpdateData {
  readonly type?: string
  readonly attributes: BulkUpdateAttributes
  readonly meta?: BulkUpdateMeta
}

export interface BulkUpdateAttributes {
  readonly collection_name?: string
  /** Required unless `all_records` is true. */
  readonly ids?: readonly (string | number)[]
  readonly all_records?: boolean
  /** Required when `all_records` is true. */
  readonly all_records_ids_excluded?: readonly (string | number)[]
  /** The parameters of a list: `filters`, `search`, `segment` and so on. */
  readonly all_records_subset_query?: Readonly<Record<string, unknown>>
  /** By field. The value of a many-to-one relation is `{"type","id"}` or null. */
  readonly values: Readonly<Record<string, unknown>>
}

export interface BulkUpdateMeta {
  /** Writes nothing: the response is a `BulkUpdatePreview`. */
  readonly dryRun?: boolean
  /** The result has the values before the change. */
  readonly returnPrevious?: boolean
}

/** The response to a dry run of `PUT /{collection}`. */
export interface BulkUpdatePreview {
  readonly count: number
  /** The first records, in the order of their keys. */
  readonly samples: readonly BulkUpdateSample[]
}

export interface BulkUpdateSample {
  readonly id: string
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

/** The response to `PUT /{collection}`. */
export interface BulkUpdateResult {
  readonly count: number
  readonly previous?: readonly PreviousValues[]
}

/** The changed fields of a record before the change, in the form that `values` takes. */
export interface PreviousValues {
  readonly id: string
  readonly values: Readonly<Record<string, unknown>>
}

/** The most samples of a dry run. */
export const maxBulkUpdateSamples = 20

/** The most records that a bulk update returns the previous values of. */
export const maxPreviousRecords = 1000
