import type { CollectionSource, DataSourceFactory } from '@service/datasource-toolkit'

const verbs = [
  'list',
  'listCells',
  'listCsv',
  'aggregate',
  'create',
  'createReading',
  'update',
  'updateAndList',
  'delete',
] as const

/** A data source that records its statements, one line each: `update orders`. */
export function spiedSource(factory: DataSourceFactory, asked: string[]): DataSourceFactory {
  return async (logger, restart) => {
    const dataSource = await factory(logger, restart)
    const collections = dataSource.collections.map(source => spied(source, asked))
    return { ...dataSource, collections }
  }
}

function spied(source: CollectionSource, asked: string[]): CollectionSource {
  return new Proxy(source, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function' || !verbs.some(verb => verb === name)) return member
      return async (...args: readonly unknown[]) => {
        const index = asked.push(`${String(name)} ${source.name}`) - 1
        const result: unknown = await member.apply(target, args)
        // Nothing was done: the engine uses another statement.
        if (result === undefined) asked[index] = ''
        return result
      }
    },
  })
}
