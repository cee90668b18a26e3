import type { CollectionSource, DataSource, Row } from '@service/datasource-toolkit'
import { type Observer, observe } from './observer.js'

/** Measures every call of a data source. */
export function observeDataSource(dataSource: DataSource, observer: Observer): DataSource {
  const { nativeConnections, withJsonPathColumns } = dataSource
  return {
    ...dataSource,
    collections: dataSource.collections.map(each => observeCollection(each, observer)),
    nativeConnections: nativeConnections.map(connection => ({
      name: connection.name,
      query: (query, call) =>
        observe(
          observer,
          { kind: 'source', operation: 'nativeQuery', collection: connection.name },
          () => connection.query(query, call),
        ),
    })),
    check: () => dataSource.check(),
    close: () => dataSource.close(),
    ...(withJsonPathColumns && {
      withJsonPathColumns: columns =>
        observeDataSource(withJsonPathColumns.call(dataSource, columns), observer),
    }),
  }
}

type Operation = Exclude<
  keyof CollectionSource,
  'name' | 'schema' | 'listChunks' | 'findUnwritable'
>

const operations: readonly Operation[] = [
  'list',
  'listCells',
  'listCsv',
  'aggregate',
  'create',
  'createReading',
  'update',
  'updateAndList',
  'delete',
  'estimateCount',
]

/** A source has an operation after this if it had it before: the engine looks which ones there are. */
function observeCollection(source: CollectionSource, observer: Observer): CollectionSource {
  const { name } = source
  const observed = Object.fromEntries(
    operations.flatMap(operation => {
      const run = source[operation] as ((...values: unknown[]) => unknown) | undefined
      if (!run) return []
      const part = { kind: 'source', operation, collection: name } as const
      return [
        [
          operation,
          (...values: unknown[]) => observe(observer, part, () => run.apply(source, values)),
        ],
      ]
    }),
  )
  const { listChunks } = source
  return {
    ...source,
    ...observed,
    ...(listChunks && {
      listChunks: (scan, chunkSize, call) =>
        observeChunks(listChunks.call(source, scan, chunkSize, call), name, observer),
    }),
  }
}

async function* observeChunks(
  chunks: AsyncIterable<Row[]>,
  collection: string,
  observer: Observer,
): AsyncGenerator<Row[]> {
  const part = { kind: 'source', operation: 'listChunks', collection } as const
  const iterator = chunks[Symbol.asyncIterator]()
  const next = async (): Promise<Row[] | undefined> => (await iterator.next()).value
  try {
    for (;;) {
      const rows = await observe(observer, part, next)
      if (!rows) return
      yield rows
    }
  } finally {
    await iterator.return?.()
  }
}
