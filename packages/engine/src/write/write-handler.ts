import type { CollectionContext, PlainFilter } from '../context/collection-context.js'
import type { PartialRecord } from '../typings/partial-record.js'
import type { Additions, Nothing, Schema } from '../typings/schema.js'

/** What code that replaces the writing of a field receives. */
export interface WriteContext<
  S extends Schema = Schema,
  N extends keyof S = keyof S,
  A extends Additions = Nothing,
> extends CollectionContext<S, N> {
  readonly action: 'create' | 'update'
  /** Everything that is written together with the field. */
  readonly record: Readonly<PartialRecord<S, N, A>>
  /** The records that are changed; absent when one is created or reached through a relation. */
  readonly filter?: PlainFilter
}

/** Answers what to write instead of a value; nothing: nothing. */
export type WriteHandler = (value: unknown, context: WriteContext) => unknown
