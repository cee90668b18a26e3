import { type LayoutSort, nameInPath } from '@service/protocol'
import type { CollectionModel, Collections, FieldModel } from '../schema/collection-model.js'
import { findField, formatPath } from '../schema/find-field.js'
import type { CheckedList } from './check-list-state.js'
import type { RowQuery } from './row-query.js'
import type { Selection } from './selection.js'
import { buildSelectionFilter } from './selection-filter.js'

/** A read of the agent: what a batch needs besides an id. */
export interface ReadRequest {
  readonly method: 'GET'
  readonly path: string
  readonly query: Readonly<Record<string, string>>
}

/** Rows per request of a list, and per page with a number. */
export const blockSize = 100

/** A list of a collection, or of the records of a to-many relation of one record. */
export interface ListSource {
  readonly collection: CollectionModel
  readonly parent?: {
    readonly collection: string
    readonly id: string
    readonly relation: string
  }
}

/**
 * Builds the parameters that say which rows a list has, without order and page.
 *
 * @example
 * buildRowQuery(checked) // { filters: '{"field":…}', segment: 'To ship' }
 */
export function buildRowQuery(list: CheckedList): RowQuery {
  return {
    ...(list.filter && { filters: JSON.stringify(list.filter) }),
    ...(list.search && { search: list.search, searchExtended: list.isSearchExtended ? '1' : '0' }),
    ...(list.segment && { segment: list.segment }),
  }
}

/**
 * Builds the request of a block of rows; `after` is the cursor of the block before, empty for the
 * first.
 *
 * @example
 * buildListRequest({ collection: orders }, checked, collections, '')
 */
export function buildListRequest(
  source: ListSource,
  list: CheckedList,
  collections: Collections,
  after: string,
): ReadRequest {
  return {
    method: 'GET',
    path: buildSourcePath(source),
    query: {
      ...buildRowQuery(list),
      ...buildFields(source.collection, listPaths(source.collection, list, collections)),
      ...buildSort(list.sort),
      'page[size]': String(blockSize),
      'page[after]': after,
    },
  }
}

/**
 * Builds the request of a page by number, for collections that have no cursor.
 *
 * @example
 * buildPageRequest({ collection: orders }, checked, collections, 2)
 */
export function buildPageRequest(
  source: ListSource,
  list: CheckedList,
  collections: Collections,
  number: number,
): ReadRequest {
  const { 'page[after]': _cursor, ...query } = buildListRequest(source, list, collections, '').query
  return {
    method: 'GET',
    path: buildSourcePath(source),
    query: { ...query, 'page[number]': String(number) },
  }
}

/**
 * Builds the request of the number of rows.
 *
 * @example
 * buildCountRequest({ collection: orders }, checked, 'estimated')
 */
export function buildCountRequest(
  source: ListSource,
  list: CheckedList,
  precision: 'estimated' | 'exact',
): ReadRequest {
  return {
    method: 'GET',
    path: `${buildSourcePath(source)}/count`,
    query: { ...buildRowQuery(list), ...(precision === 'estimated' && { precision }) },
  }
}

/** How an export is written. */
export interface ExportOptions {
  readonly filename: string
  /** The columns of the list, or every field. */
  readonly columns: 'shown' | 'all'
  /** What the first line says: labels as people see them, or names as programs know them. */
  readonly header: 'labels' | 'names'
  /** Whether texts that spreadsheets would run get an apostrophe in front. */
  readonly isSafe: boolean
  /** The records to export; absent for all of the list. */
  readonly selection?: Selection | undefined
}

/**
 * Builds the request of an export of a list as CSV.
 *
 * @example
 * buildExportRequest({ collection: orders }, checked, collections, {
 *   filename: 'orders', columns: 'shown', header: 'labels', isSafe: true,
 * })
 */
export function buildExportRequest(
  source: ListSource,
  list: CheckedList,
  collections: Collections,
  options: ExportOptions,
): ReadRequest {
  const { collection } = source
  const columns = listExported(collection, list, options.columns).flatMap(field => {
    const found = findField(collections, collection, field)
    const path = found && showPaths(collections, collection, field)[0]
    return found && path !== undefined ? [{ path, label: formatPath(found) }] : []
  })
  const paths = [...new Map(columns.map(({ path, label }) => [path, label]))]
  return {
    method: 'GET',
    path: `${buildSourcePath(source)}.csv`,
    query: {
      ...buildRowQuery(restrictToSelection(collection, list, options.selection)),
      ...buildFields(
        collection,
        paths.map(([path]) => path),
      ),
      ...buildSort(list.sort),
      ...(options.header === 'labels' && {
        header: JSON.stringify(paths.map(([, label]) => label)),
      }),
      escapeFormulas: String(options.isSafe),
      filename: options.filename,
    },
  }
}

/** Secrets are exported only when they are shown. */
function listExported(
  { fields }: CollectionModel,
  { columns }: CheckedList,
  which: ExportOptions['columns'],
): readonly string[] {
  const shown = columns.map(({ field }) => field)
  if (which === 'shown') return shown
  const others = [...fields.values()].filter(field => field.kind !== 'to-many' && !field.isSecret)
  return [...new Set([...shown, ...others.map(({ name }) => name)])]
}

function restrictToSelection(
  collection: CollectionModel,
  list: CheckedList,
  selection: Selection | undefined,
): CheckedList {
  const chosen = selection && buildSelectionFilter(collection, selection)
  if (!chosen) return list
  const conditions = list.filter ? [list.filter, chosen] : [chosen]
  return { ...list, filter: { aggregator: 'and', conditions } }
}

/**
 * Builds the request of one record, with everything that its page shows.
 *
 * @example
 * buildRecordRequest(orders, '12', collections)
 */
export function buildRecordRequest(
  collection: CollectionModel,
  id: string,
  collections: Collections,
): ReadRequest {
  const fields = [...collection.fields.values()].filter(({ kind }) => kind !== 'to-many')
  const paths = fields.flatMap(({ name }) => showPaths(collections, collection, name))
  return {
    method: 'GET',
    path: `/${nameInPath(collection.name)}/${encodeURIComponent(id)}`,
    query: buildFields(collection, [...new Set(paths)]),
  }
}

/**
 * Builds the request that finds records by a text, with nothing but their keys and titles. Where a
 * collection cannot be searched, its titles are.
 *
 * @example
 * buildTitleSearch(customers, 'cla', 20)
 */
export function buildTitleSearch(
  collection: CollectionModel,
  text: string,
  size: number,
): ReadRequest {
  return {
    method: 'GET',
    path: `/${nameInPath(collection.name)}`,
    query: {
      ...buildTextQuery(collection, text),
      ...buildFields(collection, listTitleFields(collection)),
      'page[size]': String(size),
    },
  }
}

/**
 * Builds the request of the title of one record.
 *
 * @example
 * buildRecordTitleRequest(customers, '2')
 */
export function buildRecordTitleRequest(collection: CollectionModel, id: string): ReadRequest {
  return {
    method: 'GET',
    path: `/${nameInPath(collection.name)}/${encodeURIComponent(id)}`,
    query: buildFields(collection, listTitleFields(collection)),
  }
}

function listTitleFields({ primaryKey, titleField }: CollectionModel): readonly string[] {
  return [...new Set([...primaryKey, ...(titleField === undefined ? [] : [titleField])])]
}

function buildTextQuery(collection: CollectionModel, text: string): RowQuery {
  if (text === '') return {}
  if (collection.isSearchable) return { search: text }
  const title = collection.fields.get(collection.titleField ?? '')
  const operator = (['IContains', 'Contains'] as const).find(name =>
    title?.operators.includes(name),
  )
  if (!title || !operator) return {}
  return { filters: JSON.stringify({ field: title.name, operator, value: text }) }
}

/**
 * Returns the path of a list.
 *
 * @example
 * buildSourcePath({ collection: orders }) // '/orders'
 */
export function buildSourcePath({ collection, parent }: ListSource): string {
  if (!parent) return `/${nameInPath(collection.name)}`
  const { collection: origin, id, relation } = parent
  return `/${nameInPath(origin)}/${encodeURIComponent(id)}/relationships/${nameInPath(relation)}`
}

/** The paths that a list reads: its visible columns, the key and the title. */
function listPaths(
  collection: CollectionModel,
  list: CheckedList,
  collections: Collections,
): string[] {
  return [
    ...new Set([
      ...listTitleFields(collection),
      ...list.columns.flatMap(({ field }) => showPaths(collections, collection, field)),
    ]),
    // Columns in another order are the same request.
  ].sort()
}

/** The paths that showing a field needs: of a relation, its title; of an amount, its currency. */
function showPaths(
  collections: Collections,
  collection: CollectionModel,
  path: string,
): readonly string[] {
  const found = findField(collections, collection, path)
  if (!found) return []
  if (found.field.kind === 'to-one') return titlePaths(collections, found.field, path)
  const currency = found.field.show.parameters?.currencyField
  const prefix = path.slice(0, path.length - found.field.name.length)
  const isReadable = typeof currency === 'string' && found.collection.fields.has(currency)
  return isReadable ? [path, prefix + currency] : [path]
}

function titlePaths(collections: Collections, relation: FieldModel, path: string): string[] {
  const target = collections.get(relation.target ?? '')
  if (!target) return []
  const names = target.titleField === undefined ? target.primaryKey : [target.titleField]
  return names.map(name => `${path}:${name}`)
}

function buildFields({ name }: CollectionModel, paths: readonly string[]): Record<string, string> {
  return { [`fields[${name}]`]: paths.map(escapeName).join(',') }
}

function buildSort(sort: readonly LayoutSort[]): Record<string, string> {
  if (sort.length === 0) return {}
  const items = sort.map(
    ({ field, isDescending }) => `${isDescending ? '-' : ''}${escapeName(field)}`,
  )
  return { sort: items.join(',') }
}

/** In lists of names, a backslash makes these characters part of a name. */
function escapeName(name: string): string {
  return name.replace(/[\\,\s+-]/g, '\\$&')
}
