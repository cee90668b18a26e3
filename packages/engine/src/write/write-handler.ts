import type { CollectionContext, PlainFilter } from '../context/collection-context.js'
import type { PartialRecord } from '../typings/partial-record.js'
import type { Additions, Nothing, Schema } from '../typings/schema.js'

/** The context of code that replaces the writing of a field. */
export interface WriteContext<
  S extends Schema = Schema,
  N extends keyof S = keyof S,
  A extends Additions = Nothing,
> extends CollectionContext<S, N> {
  readonly action: 'create' | 'update'
  /** All values that are written together with the field. */
  readonly record: Readonly<PartialRecord<S, N, A>>
  /**
   * Selects the records that are changed; absent for a new record and for one reached through a
   * relation.
   */
  readonly filter?: PlainFilter
}

/** Returns what to write instead of a value; undefined writes nothing. */
export type WriteHandler = (value: unknown, context: WriteContext) => unknown
