import type { CollectionContext, PlainFilter } from '../context/collection-context.js'
import type { Additions, Nothing, Path, RecordOf, Schema, ValueAt } from '../typings/schema.js'
import type { AnyValues } from './form-values.js'

/** What an action runs on: one record, a selection of records, or none. */
export type ActionScope = 'Single' | 'Bulk' | 'Global'

/** A value of a primary key column. */
export type RecordKey = string | number

/** The context that an action and its form receive. */
export interface ActionContext<
  S extends Schema = Schema,
  N extends keyof S = keyof S,
  A extends Additions = Nothing,
  V = AnyValues,
> extends CollectionContext<S, N> {
  /** The submitted values, by field id; null for empty fields. */
  readonly formValues: V
  /** Selects the records the action runs on, within the caller's scope. */
  readonly filter: PlainFilter
  /** Reads the selected records. Calls made in the same tick share one query. */
  getRecords<const P extends Path<S, N, A>>(fields: readonly P[]): Promise<RecordOf<S, N, P, A>[]>
  /** Reads the selected records in batches, for selections of any size. */
  iterateRecords<const P extends Path<S, N, A>>(
    fields: readonly P[],
  ): AsyncIterable<RecordOf<S, N, P, A>[]>
  /**
   * Returns the ids of the selected records; for composite primary keys, the first column of each.
   */
  getRecordIds(): Promise<RecordKey[]>
  /** Returns the primary keys of the selected records. */
  getCompositeRecordIds(): Promise<RecordKey[][]>
  /**
   * In a form: whether it is computed again because this field changed. In `execute`: whether the
   * value of the field differs from the one the form sets by itself.
   */
  hasFieldChanged(fieldName: string): boolean
}

/** The context that an action on one record, and its form, receive. */
export interface SingleActionContext<
  S extends Schema = Schema,
  N extends keyof S = keyof S,
  A extends Additions = Nothing,
  V = AnyValues,
> extends ActionContext<S, N, A, V> {
  getRecord<const P extends Path<S, N, A>>(fields: readonly P[]): Promise<RecordOf<S, N, P, A>>
  getRecordId(): Promise<RecordKey>
  getCompositeRecordId(): Promise<RecordKey[]>
  /** Reads one value of the record, or of a record that a to-one relation references. */
  getField<const P extends Path<S, N, A>>(fieldName: P): Promise<ValueAt<S, N, A, P> | null>
}

/** The context type of a scope. */
export type ContextOf<
  K extends ActionScope,
  S extends Schema,
  N extends keyof S,
  A extends Additions,
  V = AnyValues,
> = K extends 'Single' ? SingleActionContext<S, N, A, V> : ActionContext<S, N, A, V>
