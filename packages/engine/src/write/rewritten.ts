import type { Row } from '@service/datasource-toolkit'
import type { ToOneModel } from '../model/model.js'

/** What is written for a record: columns of the source, and records of to-one relations. */
export interface Rewritten {
  /** The record as requested. */
  readonly given: Row
  readonly columns: Row
  readonly related: ReadonlyMap<ToOneModel, Rewritten>
}
