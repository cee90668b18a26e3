import type { CollectionSource, DataSource } from '@service/datasource-toolkit'
import { ReadOnlyAgentError } from './errors.js'

/** The same data source, whose collections refuse changes, also those that customization code makes. */
export function refuseWrites(dataSource: DataSource, hint: string): DataSource {
  const refuse = async (): Promise<never> => {
    throw new ReadOnlyAgentError(hint)
  }
  const { withJsonPathColumns } = dataSource
  return {
    ...dataSource,
    collections: dataSource.collections.map(collection => refuseIn(collection, refuse)),
    ...(withJsonPathColumns && {
      withJsonPathColumns: columns => refuseWrites(withJsonPathColumns(columns), hint),
    }),
  }
}

function refuseIn(collection: CollectionSource, refuse: () => Promise<never>): CollectionSource {
  // Without these two, the engine uses `create` and `update`.
  const { createReading: _, updateAndList: __, ...reads } = collection
  return { ...reads, create: refuse, update: refuse, delete: refuse }
}
