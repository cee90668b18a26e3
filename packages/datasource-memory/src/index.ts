export { createMemoryDataSource } from './create-memory-data-source.js'
export type {
  MemoryCollection,
  MemoryCollections,
  MemoryColumn,
  MemoryColumnDefinition,
  MemoryDataSourceFactory,
  MemoryOptions,
} from './definition.js'
