import type { Transport } from '../http/transport.js'
import { checkKnown } from '../known-options.js'
import type { DownloadTarget } from '../platform/platform.js'
import { readNextCursor, readRecords } from '../records/document.js'
import { type ExportOptions, exportCsv } from '../records/export-csv.js'
import { type ListOptions, listQuery, type RowOptions, rowQuery } from '../records/query.js'
import { readCount } from '../records/read-count.js'
import type { FullRecord, Path, RecordOf, Schema } from '../typings/schema.js'

/** A page of records. */
export interface RecordPage<T> {
  readonly records: readonly T[]
  /** For `pagination.after` of the next page; null on the last one. */
  readonly after: string | null
}

/** A set of records of a collection. */
export interface RecordSet<S extends Schema, N extends keyof S & string> {
  /** Returns a page of records. */
  list<const P extends Path<S, N>>(
    options: ListOptions<Path<S, N>> & { readonly fields: readonly P[] },
  ): Promise<RecordOf<S, N, P>[]>
  list<T = FullRecord<S, N>>(options?: ListOptions<Path<S, N>>): Promise<T[]>
  /**
   * Returns a page and the cursor of the next one. Records that are added or removed between two pages
   * shift neither. Without `pagination.after` it is the first page.
   */
  listPage<const P extends Path<S, N>>(
    options: ListOptions<Path<S, N>> & { readonly fields: readonly P[] },
  ): Promise<RecordPage<RecordOf<S, N, P>>>
  listPage<T = FullRecord<S, N>>(options?: ListOptions<Path<S, N>>): Promise<RecordPage<T>>
  /** Returns the number of records; null when counting is disabled. */
  count(options?: RowOptions<Path<S, N>>): Promise<number | null>
  /** Writes the records as CSV while they arrive, and ends the stream. */
  exportCsv(target: DownloadTarget, options?: ExportOptions<Path<S, N>>): Promise<void>
}

/**
 * Creates the record set at `path`; `collection` is the collection of the records, `extra`
 * restricts them.
 */
export function createRecordSet<S extends Schema, N extends keyof S & string>(
  transport: Transport,
  path: readonly string[],
  collection: () => string | Promise<string>,
  extra: Readonly<Record<string, string>> = {},
): RecordSet<S, N> {
  const [last = ''] = path.slice(-1)
  const nameFor = async ({ fields }: { readonly fields?: readonly string[] }) =>
    fields ? collection() : ''
  const requestList = async (call: 'list' | 'listPage', options: ListOptions): Promise<unknown> => {
    checkKnown(call, options)
    checkKnown('pagination', options.pagination ?? {})
    const query = { ...listQuery(await nameFor(options), options), ...extra }
    return transport.json('GET', path, { ...options, query })
  }
  const list = async (options: ListOptions = {}): Promise<Record<string, unknown>[]> =>
    readRecords(await requestList('list', options))
  const listPage = async (options: ListOptions = {}): Promise<RecordPage<unknown>> => {
    const pagination = { after: '', ...options.pagination }
    const document = await requestList('listPage', { ...options, pagination })
    return { records: readRecords(document), after: readNextCursor(document) }
  }
  return {
    list: list as RecordSet<S, N>['list'],
    listPage: listPage as RecordSet<S, N>['listPage'],
    async count(options = {}) {
      checkKnown('count', options)
      const query = { ...rowQuery(options), ...extra }
      return readCount(await transport.json('GET', [...path, 'count'], { ...options, query }))
    },
    async exportCsv(target, options = {}) {
      checkKnown('exportCsv', options)
      const name = await nameFor(options)
      const file = [...path.slice(0, -1), `${last}.csv`]
      await exportCsv(transport, file, name, target, options, extra)
    },
  }
}
