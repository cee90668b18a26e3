import type { DataSourceFactory } from '@service/datasource-toolkit'
import type { AwkwardTable, Flavour } from './model.js'
import type { StoredRow } from './stored-rows.js'

/** A database of its own, made and read by its bare driver. */
export interface Store {
  readonly flavour: Flavour
  /** Makes the tables, and removes what was there. */
  make(tables: readonly AwkwardTable[]): Promise<void>
  /** The rows of a table by their mark. */
  readStoredRows(table: AwkwardTable): Promise<ReadonlyMap<string, StoredRow>>
  /** The datasource under test, on the same database. */
  source(): DataSourceFactory
  stop(): Promise<void>
}
