import type { CollectionSource, ObserveStatement } from '@service/datasource-toolkit'

/** Passes every command to `observe`, without its pipeline or documents, which contain values. */
export function observeCollection(
  source: CollectionSource,
  observe: ObserveStatement,
): CollectionSource {
  const { estimateCount } = source
  const command = <T>(operation: string, run: () => Promise<T>) =>
    observe({ system: 'mongodb', operation }, run)
  return {
    ...source,
    list: (scan, call) => command('find', () => source.list(scan, call)),
    aggregate: (scan, call) => command('aggregate', () => source.aggregate(scan, call)),
    create: (rows, call) => command('insert', () => source.create(rows, call)),
    update: (where, patch, call) => command('update', () => source.update(where, patch, call)),
    delete: (where, call) => command('delete', () => source.delete(where, call)),
    ...(estimateCount && {
      estimateCount: call => command('count', () => estimateCount(call)),
    }),
  }
}
