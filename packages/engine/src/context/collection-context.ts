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

/** Which records customer code asks for. */
export interface PlainFilter {
  readonly conditionTree?: ConditionTree
  readonly search?: string
  readonly searchExtended?: boolean
  readonly segment?: string
}

/** Which records, in which order, and which page of them. */
export interface PlainListFilter extends PlainFilter {
  readonly sort?: readonly SortClause[]
  readonly page?: Page
}

/**
 * A collection as customer code uses it: names as in code, native values, computed fields and
 * segments included; no hook runs and no permission is asked.
 */
export interface ContextCollection<S extends Schema = Schema, N extends keyof S = keyof S> {
  readonly name: string
  list<const P extends Path<S, N>>(
    filter: PlainListFilter,
    projection: readonly P[],
  ): Promise<RecordOf<S, N, P>[]>
  /** Answers the stored records, with every column of the source. */
  create(records: readonly PartialRecord<S, N>[]): Promise<Row[]>
  /** Answers how many records matched. */
  update(filter: PlainFilter, patch: PartialRecord<S, N>): Promise<number>
  /** Answers how many records there were. */
  delete(filter: PlainFilter): Promise<number>
  aggregate(filter: PlainFilter, aggregation: Aggregation, limit?: number): Promise<Group[]>
  /** Runs an action on the records of a filter; values are checked against its form. */
  execute(action: string, formValues?: Row, filter?: PlainFilter): Promise<ActionResult>
  /** The form of an action, for the values filled in so far. */
  getForm(action: string, formValues?: Row, filter?: PlainFilter): Promise<ActionForm>
}

/** What every callback of a customer receives. */
export interface CustomerContext<S extends Schema = Schema> {
  /** Who asks. */
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

/** What callbacks on a collection receive. */
export interface CollectionContext<S extends Schema = Schema, N extends keyof S = keyof S>
  extends CustomerContext<S> {
  readonly collection: ContextCollection<S, N>
}
