import type { CollectionContext, PlainFilter } from '../context/collection-context.js'
import type { Additions, Nothing, Path, RecordOf, Schema, ValueAt } from '../typings/schema.js'
import type { AnyValues } from './form-values.js'

/** What an action runs on: one record, a selection of them, or none. */
export type ActionScope = 'Single' | 'Bulk' | 'Global'

/** One value of a primary key. */
export type RecordKey = string | number

/** What an action and its form receive. */
export interface ActionContext<
  S extends Schema = Schema,
  N extends keyof S = keyof S,
  A extends Additions = Nothing,
  V = AnyValues,
> extends CollectionContext<S, N> {
  /** What was filled in, by the id of each field; null where nothing was. */
  readonly formValues: V
  /** The records selected, within what the caller may see. */
  readonly filter: PlainFilter
  /** The records selected. Calls made in the same tick are one query. */
  getRecords<const P extends Path<S, N, A>>(fields: readonly P[]): Promise<RecordOf<S, N, P, A>[]>
  /** The records selected, however many, in batches that are read as they are consumed. */
  iterateRecords<const P extends Path<S, N, A>>(
    fields: readonly P[],
  ): AsyncIterable<RecordOf<S, N, P, A>[]>
  /** The ids of the records selected; the first part of each when the primary key is composite. */
  getRecordIds(): Promise<RecordKey[]>
  /** The primary keys of the records selected. */
  getCompositeRecordIds(): Promise<RecordKey[][]>
  /**
   * In a form: whether it is computed again because this field was changed. In `execute`: whether
   * the field holds something else than the form puts there by itself.
   */
  hasFieldChanged(fieldName: string): boolean
}

/** What an action on one record, and its form, receive. */
export interface SingleActionContext<
  S extends Schema = Schema,
  N extends keyof S = keyof S,
  A extends Additions = Nothing,
  V = AnyValues,
> extends ActionContext<S, N, A, V> {
  getRecord<const P extends Path<S, N, A>>(fields: readonly P[]): Promise<RecordOf<S, N, P, A>>
  getRecordId(): Promise<RecordKey>
  getCompositeRecordId(): Promise<RecordKey[]>
  /** One value of the record, or of what a to-one relation leads to. */
  getField<const P extends Path<S, N, A>>(fieldName: P): Promise<ValueAt<S, N, A, P> | null>
}

/** The context of a scope. */
export type ContextOf<
  K extends ActionScope,
  S extends Schema,
  N extends keyof S,
  A extends Additions,
  V = AnyValues,
> = K extends 'Single' ? SingleActionContext<S, N, A, V> : ActionContext<S, N, A, V>
