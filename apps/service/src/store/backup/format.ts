import { InvalidRequestError } from '../../errors.js'

/**
 * A backup is NDJSON, compressed with gzip: a header, then every table (a line that describes it, and a line
 * per row), then an end with the number of rows and the SHA-256 of everything before it.
 */
export const FORMAT = 'service-backup'
export const FORMAT_VERSION = 1

export interface BackupHead {
  readonly '@backup': typeof FORMAT
  readonly version: number
  readonly createdAt: string
  /** The migrations that had been run. */
  readonly migrations: readonly string[]
  readonly partitions: readonly Partition[]
}

export interface Partition {
  readonly parent: string
  readonly name: string
  /** As PostgreSQL writes them: `FOR VALUES FROM (…) TO (…)`, or `DEFAULT`. */
  readonly bounds: string
}

export interface TableHead {
  readonly '@table': string
  readonly columns: readonly string[]
  /** The last value of each identity column, so that ids of removed rows are not reused. */
  readonly sequences: Readonly<Record<string, number>>
}

export interface BackupEnd {
  readonly '@end': { readonly rows: number; readonly sha256: string }
}

/** The prefix of lines that are not rows; no column name starts like this. */
export const CONTROL = '{"@'

/** The error for a file that cannot be used. */
export const brokenBackup = (file: string, reason: string, cause?: unknown) =>
  Object.assign(
    new InvalidRequestError(`${file} cannot be restored: ${reason}.`, 'broken_backup'),
    {
      cause,
    },
  )
