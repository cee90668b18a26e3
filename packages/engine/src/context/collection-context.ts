import type {
  Aggregation,
  Caller,
  ConditionTree,
  Group,
  Page,
  Row,
  SortClause,
} from '@service/datasource-toolkit'
import type { ActionResult } from '../actions/action-result.js'
import type { ActionForm } from '../actions/form-state.js'
import type { PartialRecord } from '../typings/partial-record.js'
import type { CollectionName, Path, RecordOf, Schema } from '../typings/schema.js'

/** Selects records in customer code. */
export interface PlainFilter {
  readonly conditionTree?: ConditionTree
  readonly search?: string
  readonly searchExtended?: boolean
  readonly segment?: string
}

/** Selects records, their order and the page. */
export interface PlainListFilter extends PlainFilter {
  readonly sort?: readonly SortClause[]
  readonly page?: Page
}

/**
 * A collection as customer code uses it: with internal names, native values, computed fields and
 * segments; no hook runs and no permission is checked.
 */
export interface ContextCollection<S extends Schema = Schema, N extends keyof S = keyof S> {
  readonly name: string
  list<const P extends Path<S, N>>(
    filter: PlainListFilter,
    projection: readonly P[],
  ): Promise<RecordOf<S, N, P>[]>
  /** Returns the stored records, with every column of the source. */
  create(records: readonly PartialRecord<S, N>[]): Promise<Row[]>
  /** Returns how many records matched. */
  update(filter: PlainFilter, patch: PartialRecord<S, N>): Promise<number>
  /** Returns how many records were deleted. */
  delete(filter: PlainFilter): Promise<number>
  aggregate(filter: PlainFilter, aggregation: Aggregation, limit?: number): Promise<Group[]>
  /** Runs an action on the records of a filter; the values are validated against its form. */
  execute(action: string, formValues?: Row, filter?: PlainFilter): Promise<ActionResult>
  /** Returns the form of an action for the current values. */
  getForm(action: string, formValues?: Row, filter?: PlainFilter): Promise<ActionForm>
}

/** The context that every customer callback receives. */
export interface CustomerContext<S extends Schema = Schema> {
  /** The person the request runs for. */
  readonly caller: Caller
  readonly timezone: string
  readonly dataSource: {
    getCollection<const N extends CollectionName<S>>(name: N): ContextCollection<S, N>
  }
  /** Ends the request with 400 and the message. */
  throwValidationError(message: string): never
  /** Ends the request with 403 and the message. */
  throwForbiddenError(message: string): never
  /** Ends the request with 422 and the message. */
  throwError(message: string): never
}

/** The context that callbacks on a collection receive. */
export interface CollectionContext<S extends Schema = Schema, N extends keyof S = keyof S>
  extends CustomerContext<S> {
  readonly collection: ContextCollection<S, N>
}
