import type { Logger } from '@service/base'
import type { ColumnType, Operator } from '@service/datasource-toolkit'
import type { ActionScope, ContextOf } from '../actions/action-context.js'
import type { ActionResult, ResultBuilder } from '../actions/action-result.js'
import type { FormElement, MakeForm } from '../actions/form-elements.js'
import type { ValuesOf } from '../actions/form-values.js'
import type { ChartDefinition, CollectionChartDefinition } from '../charts/chart.js'
import type { CollectionContext, PlainFilter } from '../context/collection-context.js'
import type { HookContext, HookPosition, HookType } from '../hooks/hook-contexts.js'
import type { BinaryMode } from '../model/model.js'
import type { SearchReplacement } from '../search/search-context.js'
import type { Added, AtFirst, WithColumn, WithToMany, WithToOne } from '../typings/additions.js'
import type { PartialRecord } from '../typings/partial-record.js'
import type {
  Additions,
  CollectionName,
  ColumnName,
  Path,
  RecordOf,
  RelationName,
  Schema,
  ValueAt,
  ValueOf,
} from '../typings/schema.js'
import type { WriteContext } from '../write/write-handler.js'
import type { External, Fields, Listed } from './add-external-relation/add-external-relation.js'
import type { FieldJsonPath } from './add-field/add-field.js'
import type { SegmentDefinition } from './add-segment/add-segment.js'
import type { OperatorReplacement } from './replace-field-operator/replace-field-operator.js'
import type { WriteResult } from './replace-field-writing/replace-field-writing.js'
import type { CollectionSoFar, PluginOptions } from './use/plugin.js'

/**
 * All customizations of a collection. The variances are annotated: TypeScript before 7 would
 * compare all members to infer them, and give up on a large schema.
 */
export interface CollectionCustomizer<
  S extends Schema = Schema,
  in out N extends keyof S = keyof S,
  in out A extends Additions = AtFirst<S>,
> extends Added<A> {
  /**
   * Adds an action on one record, a selection of records or none, with an optional form.
   *
   * @example
   * orders.addAction('Refund', {
   *   scope: 'Single',
   *   form: [{ label: 'Amount', type: 'Number', isRequired: true }],
   *   execute: async ({ collection, filter, formValues }, resultBuilder) => {
   *     await collection.update(filter, { refunded: formValues.Amount })
   *     return resultBuilder.success('Refunded')
   *   },
   * })
   */
  addAction<const K extends ActionScope, const E extends FormElement<ContextOf<K, S, N, A>>>(
    name: string,
    definition: {
      readonly scope: K
      readonly form?: readonly E[] | MakeForm<ContextOf<K, S, N, A>>
      readonly description?: string
      /** At most 50 characters. */
      readonly submitButtonLabel?: string
      /** True when the action returns a file. */
      readonly generateFile?: boolean
      execute(
        context: ContextOf<K, S, N, A, ValuesOf<E>>,
        resultBuilder: ResultBuilder,
      ): ActionResult | undefined | Promise<ActionResult | undefined> | Promise<void> | void
    },
  ): CollectionCustomizer<S, N, A>

  /**
   * Adds a chart about one record of the collection.
   *
   * @example
   * customers.addChart('ordersByMonth', async (context, resultBuilder) => {
   *   const orders = await context.dataSource.getCollection('orders').list(
   *     { conditionTree: { field: 'customerId', operator: 'Equal', value: context.recordId } },
   *     ['createdAt', 'total'],
   *   )
   *   return resultBuilder.timeBased(
   *     'Month',
   *     orders.map(({ createdAt, total }) => ({ date: createdAt, value: total })),
   *   )
   * })
   */
  addChart(name: string, definition: CollectionChartDefinition<S, N>): CollectionCustomizer<S, N, A>

  /**
   * Adds a list of records from elsewhere, such as another service, to each record.
   *
   * @example
   * customers.addExternalRelation('invoices', {
   *   schema: { number: 'String', amount: 'Number' },
   *   dependencies: ['billingId'],
   *   listRecords: async ({ billingId }) => {
   *     const response = await fetch(`https://billing.example.com/customers/${billingId}/invoices`)
   *     return (await response.json()) as { number: string; amount: number }[]
   *   },
   * })
   */
  addExternalRelation<
    const C extends string,
    const T extends Fields,
    const P extends Path<S, N, A> = never,
  >(
    name: C,
    definition: {
      readonly schema: T
      /** The fields of the record that `listRecords` needs. Default: the primary key. */
      readonly dependencies?: readonly P[]
      listRecords(
        record: Listed<S, N, P, A>,
        context: CollectionContext<S, N>,
      ): readonly External<T>[] | Promise<readonly External<T>[]>
    },
  ): CollectionCustomizer<S, N, WithColumn<A, C, readonly External<T>[]>>

  /**
   * Adds a field whose values are computed from other fields, with one call per page of records.
   *
   * @example
   * customers.addField('fullName', {
   *   columnType: 'String',
   *   dependencies: ['firstName', 'lastName'],
   *   getValues: records => records.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
   * })
   */
  addField<const C extends string, const T extends ColumnType, const P extends Path<S, N, A>>(
    name: C,
    definition: {
      readonly columnType: T
      readonly dependencies: readonly P[]
      readonly enumValues?: readonly string[]
      readonly defaultValue?: unknown
      /**
       * The JSON path of the value inside the only dependency, a JSON column: a source that
       * supports it reads, filters and sorts by itself. `write` makes the field writable.
       */
      readonly place?: FieldJsonPath
      getValues(
        records: readonly RecordOf<S, N, P, A>[],
        context: CollectionContext<S, N>,
      ): readonly (ValueOf<T> | null)[] | Promise<readonly (ValueOf<T> | null)[]>
    },
  ): CollectionCustomizer<S, N, WithColumn<A, C, ValueOf<T> | null>>

  /**
   * Adds a rule for values that clients write; a value that violates it gets status 400. New
   * records are checked completely, changes only in the changed fields; null violates only
   * `Present`.
   *
   * @example
   * products.addFieldValidation('price', 'GreaterThan', 0).addFieldValidation('name', 'Present')
   */
  addFieldValidation(
    name: ColumnName<S, N, A>,
    operator: Operator,
    value?: unknown,
  ): CollectionCustomizer<S, N, A>

  /**
   * Runs code before or after requests of clients, in the order the hooks were added, but not for
   * calls of customer code. A hook that throws ends the request. `List` hooks also run for single
   * records, related lists and exports; an export runs `After` once for each of its chunks.
   *
   * @example
   * orders.addHook('Before', 'Update', context => {
   *   if (context.patch.status === 'paid') context.patch.paidAt = new Date().toISOString()
   * })
   */
  addHook<const P extends HookPosition, const T extends HookType>(
    position: P,
    type: T,
    handler: (context: HookContext<P, T, S, N, A>) => unknown,
  ): CollectionCustomizer<S, N, A>

  /**
   * Adds a relation to many records through a junction collection with both keys.
   *
   * @example
   * orders.addManyToManyRelation('tags', 'tags', 'order_tags', {
   *   originKey: 'order_id',
   *   foreignKey: 'tag_id',
   * })
   */
  addManyToManyRelation<
    const R extends string,
    const T extends CollectionName<S>,
    const J extends CollectionName<S>,
  >(
    name: R,
    foreignCollection: T,
    throughCollection: J,
    keys: {
      readonly originKey: ColumnName<S, J>
      readonly foreignKey: ColumnName<S, J>
      /** Column of this collection. Default: its primary key. */
      readonly originKeyTarget?: ColumnName<S, N, A>
      /** Column of the foreign collection. Default: its primary key. */
      readonly foreignKeyTarget?: ColumnName<S, T>
    },
  ): CollectionCustomizer<S, N, WithToMany<A, R, T>>

  /**
   * Adds a relation to the one record that a foreign key of this collection references, in any data
   * source.
   *
   * @example
   * orders.addManyToOneRelation('customer', 'customers', { foreignKey: 'customer_id' })
   */
  addManyToOneRelation<const R extends string, const T extends CollectionName<S>>(
    name: R,
    foreignCollection: T,
    keys: {
      readonly foreignKey: ColumnName<S, N, A>
      /** Column of the foreign collection. Default: its primary key. */
      readonly foreignKeyTarget?: ColumnName<S, T>
    },
  ): CollectionCustomizer<S, N, WithToOne<A, R, T>>

  /**
   * Adds a relation to the records whose origin key references a record of this collection.
   *
   * @example
   * customers.addOneToManyRelation('orders', 'orders', { originKey: 'customer_id' })
   */
  addOneToManyRelation<const R extends string, const T extends CollectionName<S>>(
    name: R,
    foreignCollection: T,
    keys: {
      readonly originKey: ColumnName<S, T>
      /** Column of this collection. Default: its primary key. */
      readonly originKeyTarget?: ColumnName<S, N, A>
    },
  ): CollectionCustomizer<S, N, WithToMany<A, R, T>>

  /**
   * Adds a relation to the one record whose origin key references a record of this collection.
   *
   * @example
   * customers.addOneToOneRelation('account', 'accounts', { originKey: 'customer_id' })
   */
  addOneToOneRelation<const R extends string, const T extends CollectionName<S>>(
    name: R,
    foreignCollection: T,
    keys: {
      readonly originKey: ColumnName<S, T>
      /** Column of this collection. Default: its primary key. */
      readonly originKeyTarget?: ColumnName<S, N, A>
    },
  ): CollectionCustomizer<S, N, WithToOne<A, R, T>>

  /**
   * Adds a segment: a named subset of the records that clients can list.
   *
   * @example
   * orders.addSegment('Pending', { field: 'status', operator: 'Equal', value: 'pending' })
   */
  addSegment(name: string, definition: SegmentDefinition): CollectionCustomizer<S, N, A>

  /**
   * Disables counting, for large collections: lists have no total.
   *
   * @example
   * events.disableCount()
   */
  disableCount(): CollectionCustomizer<S, N, A>

  /**
   * Disables sorting by a field, for example one without an index.
   *
   * @example
   * orders.disableFieldSorting('note')
   */
  disableFieldSorting(name: ColumnName<S, N, A>): CollectionCustomizer<S, N, A>

  /**
   * Disables the search on a collection; a search request fails.
   *
   * @example
   * events.disableSearch()
   */
  disableSearch(): CollectionCustomizer<S, N, A>

  /**
   * Makes every operator of a field available, evaluated in memory where the source does not
   * support it.
   *
   * @example
   * orders.emulateFieldFiltering('label')
   */
  emulateFieldFiltering(name: ColumnName<S, N, A>): CollectionCustomizer<S, N, A>

  /**
   * Makes one operator of a field available by filtering in memory.
   *
   * @example
   * orders.emulateFieldOperator('label', 'StartsWith')
   */
  emulateFieldOperator(name: ColumnName<S, N, A>, operator: Operator): CollectionCustomizer<S, N, A>

  /**
   * Makes a field sortable by sorting all records that match the filter in memory.
   *
   * @example
   * orders.emulateFieldSorting('label')
   */
  emulateFieldSorting(name: ColumnName<S, N, A>): CollectionCustomizer<S, N, A>

  /**
   * Adds a field of a to-one relation as a field of this collection: filtered and sorted by the
   * database, and written through the relation unless `readonly`.
   *
   * @example
   * orders.importField('customerName', { path: 'customer:name', readonly: true })
   */
  importField<const C extends string, const P extends Path<S, N, A>>(
    name: C,
    definition: { readonly path: P; readonly readonly?: boolean },
  ): CollectionCustomizer<S, N, WithColumn<A, C, ValueAt<S, N, A, P> | null>>

  /**
   * Creates records with custom code instead of the source, for clients and customer code. The code
   * returns one record per record of `data`, in that order, each with its primary key. Records that
   * the code itself creates through `context.collection` go to the source.
   *
   * @example
   * orders.overrideCreate(({ collection, data }) =>
   *   collection.create(data.map(order => ({ ...order, status: 'pending' }))),
   * )
   */
  overrideCreate(
    handler: (
      context: CollectionContext<S, N> & { readonly data: readonly PartialRecord<S, N, A>[] },
    ) => readonly object[] | Promise<readonly object[]>,
  ): CollectionCustomizer<S, N, A>

  /**
   * Deletes records with custom code instead of the source, for clients and customer code. `filter`
   * uses operators of the source, on columns of this collection; the code runs only when a record
   * matches.
   *
   * @example
   * orders.overrideDelete(async ({ collection, filter }) => {
   *   await collection.update(filter, { status: 'archived' })
   * })
   */
  overrideDelete(
    handler: (
      context: CollectionContext<S, N> & { readonly filter: PlainFilter },
    ) => void | Promise<void>,
  ): CollectionCustomizer<S, N, A>

  /**
   * Updates records with custom code instead of the source, for clients and customer code. `filter`
   * uses operators of the source, on columns of this collection; the code runs only when a record
   * matches. Updates that the code itself makes through `context.collection` go to the source.
   *
   * @example
   * orders.overrideUpdate(async ({ collection, filter, patch }) => {
   *   await collection.update(filter, { ...patch, total: undefined })
   * })
   */
  overrideUpdate(
    handler: (
      context: CollectionContext<S, N> & {
        readonly filter: PlainFilter
        readonly patch: PartialRecord<S, N, A>
      },
    ) => void | Promise<void>,
  ): CollectionCustomizer<S, N, A>

  /**
   * Hides fields and relations from clients; code can still use them.
   *
   * @example
   * customers.removeField('password_hash', 'legacy_id')
   */
  removeField(
    ...names: (ColumnName<S, N, A> | RelationName<S, N, A>)[]
  ): CollectionCustomizer<S, N, A>

  /**
   * Renames a field or a relation for clients. Customization code keeps using the current name.
   *
   * @example
   * orders.renameField('amt', 'amount')
   */
  renameField(
    currentName: ColumnName<S, N, A> | RelationName<S, N, A>,
    newName: string,
  ): CollectionCustomizer<S, N, A>

  /**
   * Sets how the bytes of a field are encoded as text: `datauri` for files, `hex` for short values.
   * Default: `hex` for keys, `datauri` for other fields.
   *
   * @example
   * products.replaceFieldBinaryMode('checksum', 'hex')
   */
  replaceFieldBinaryMode(name: ColumnName<S, N, A>, mode: BinaryMode): CollectionCustomizer<S, N, A>

  /**
   * Replaces an operator of a field by another condition, which the database evaluates.
   *
   * @example
   * customers.replaceFieldOperator('fullName', 'Equal', value => ({
   *   aggregator: 'And',
   *   conditions: [
   *     { field: 'firstName', operator: 'Equal', value: String(value).split(' ')[0] },
   *     { field: 'lastName', operator: 'Equal', value: String(value).split(' ')[1] },
   *   ],
   * }))
   */
  replaceFieldOperator(
    name: ColumnName<S, N, A>,
    operator: Operator,
    replacement: OperatorReplacement,
  ): CollectionCustomizer<S, N, A>

  /**
   * Sorts by other fields instead of this one; descending sorts reverse their directions.
   *
   * @example
   * customers.replaceFieldSorting('fullName', [
   *   { field: 'lastName', ascending: true },
   *   { field: 'firstName', ascending: true },
   * ])
   */
  replaceFieldSorting(
    name: ColumnName<S, N, A>,
    equivalentSort: readonly { readonly field: Path<S, N, A>; readonly ascending: boolean }[],
  ): CollectionCustomizer<S, N, A>

  /**
   * Writes other fields when this one is written: the code returns a patch, with related records as
   * nested objects. If the patch contains the field itself, it is written as it is. A computed
   * field becomes writable.
   *
   * @example
   * customers.replaceFieldWriting('fullName', value => {
   *   const [firstName, lastName] = String(value).split(' ')
   *   return { firstName, lastName }
   * })
   */
  replaceFieldWriting<const C extends ColumnName<S, N, A>>(
    name: C,
    handler: (
      value: ValueAt<S, N, A, C> | null,
      context: WriteContext<S, N, A>,
    ) => WriteResult<S, N, A> | Promise<WriteResult<S, N, A>>,
  ): CollectionCustomizer<S, N, A>

  /**
   * Replaces the search by a custom condition, also after `disableSearch`.
   *
   * @example
   * products.replaceSearch((text, extended, context) =>
   *   /^\d{13}$/.test(text)
   *     ? { field: 'ean', operator: 'Equal', value: text }
   *     : context.generateSearchFilter(text, { extended, excludeFields: ['internalNote'] }),
   * )
   */
  replaceSearch(search: SearchReplacement<S, N, A>): CollectionCustomizer<S, N, A>

  /**
   * Lets clients leave a field empty; the database may still reject the record.
   *
   * @example
   * orders.setFieldNullable('reference')
   */
  setFieldNullable(name: ColumnName<S, N, A>): CollectionCustomizer<S, N, A>

  /**
   * Applies a plugin to the collection: a function that makes customization calls.
   *
   * @example
   * orders.use(addTimestamps, { createdAt: 'created_at' })
   */
  use<O = undefined>(
    plugin: CollectionPlugin<O>,
    ...options: PluginOptions<O>
  ): CollectionCustomizer<S, N, A>
}

/** The agent as a plugin sees it: its collections so far, and its own customizations. */
export interface DataSourceCustomizer {
  readonly collections: ReadonlyMap<string, CollectionSoFar>
  customizeCollection(
    name: string,
    callback: (collection: CollectionCustomizer) => unknown,
  ): DataSourceCustomizer
  addChart(name: string, definition: ChartDefinition): DataSourceCustomizer
  removeCollection(...names: string[]): DataSourceCustomizer
  use<O = undefined>(plugin: Plugin<O>, ...options: PluginOptions<O>): DataSourceCustomizer
}

/** The collection a plugin was applied to. */
export interface PluginCollection extends CollectionCustomizer {
  readonly name: string
  /** Its fields so far. */
  readonly schema: CollectionSoFar
}

/**
 * A reusable customization: a function that makes customization calls. They take effect when it is
 * done, before the calls that follow its `use`. It runs again at each restart.
 *
 * @example
 * const countRecords: Plugin<{ chart: string }> = (dataSource, _, { chart }) => {
 *   dataSource.addChart(chart, (_context, resultBuilder) =>
 *     resultBuilder.value(dataSource.collections.size),
 *   )
 * }
 */
export type Plugin<O = undefined> = (
  dataSource: DataSourceCustomizer,
  /** Null when the plugin is applied to the agent. */
  collection: PluginCollection | null,
  options: O,
  logger: Logger,
) => void | Promise<void>

/** A plugin that must be applied to a collection. */
export type CollectionPlugin<O = undefined> = (
  dataSource: DataSourceCustomizer,
  collection: PluginCollection,
  options: O,
  logger: Logger,
) => void | Promise<void>
