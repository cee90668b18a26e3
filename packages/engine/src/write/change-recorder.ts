import type { Row } from '@service/datasource-toolkit'
import type { CollectionModel } from '../model/model.js'
import type { EngineCall } from '../query.js'

/** A change that is about to happen. */
export interface RecordedChange {
  readonly operation: 'create' | 'update' | 'delete' | 'action'
  readonly collection: CollectionModel
  /** The records as they are, with every column of the source; those of a creation as they shall be. */
  readonly records: readonly Row[]
  /** What an update writes. */
  readonly patch?: Row
  /** The name of an action. */
  readonly action?: string
  /** More records are touched than could be read. */
  readonly isPartial?: boolean
}

/** Is told how a change ended: exactly one of both is called. */
export interface ChangeEnd {
  /**
   * The records as they are now, in the order they were given. Undefined: there is none any more.
   * Without a list it is not known how they are.
   */
  done(after: readonly (Row | undefined)[] | undefined): Promise<void>
  /** Of an action the records are told as well: its code may have changed some of them. */
  failed(error: unknown, after?: readonly (Row | undefined)[]): Promise<void>
}

/** Sees every change that reaches a source, whoever asked for it. */
export interface ChangeRecorder {
  /** Called before the change; a rejection stops it. Undefined: nobody waits for its end. */
  begin(change: RecordedChange, call: EngineCall): Promise<ChangeEnd | undefined>
}
