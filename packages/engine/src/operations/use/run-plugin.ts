import type { Logger } from '@service/base'
import { type Customizer, collectionCustomizer, createCustomizer } from '../../customizer.js'
import { captureCallSite } from '../../journal.js'
import type { JournalEntry } from '../../journal-entry.js'
import type { Draft, DraftCollection } from '../../model/draft.js'
import type {
  CollectionPlugin,
  DataSourceCustomizer,
  PluginCollection,
} from '../collection-customizer.js'
import { collectionSoFar, collectionsSoFar } from './collection-so-far.js'
import type { CollectionSoFar } from './plugin.js'

/** Runs a plugin; returns the calls it made, to be replayed next. */
export async function runPlugin(
  draft: Draft,
  logger: Logger,
  run: (dataSource: DataSourceCustomizer, logger: Logger, journal: JournalEntry[]) => unknown,
): Promise<readonly JournalEntry[]> {
  const customizer = createCustomizer()
  const dataSource = pluginDataSource(customizer, collectionsSoFar(draft))
  await run(dataSource, logger, customizer.journal)
  return customizer.journal
}

export function runCollectionPlugin(
  { name, draft, logger }: DraftCollection,
  plugin: CollectionPlugin<unknown>,
  options: unknown,
): Promise<readonly JournalEntry[]> {
  return runPlugin(draft, logger, (dataSource, log, journal) => {
    const schema = collectionSoFar(draft.get(name)!)
    const collection: PluginCollection = { ...collectionCustomizer(journal, name), name, schema }
    return plugin(dataSource, collection, options, log)
  })
}

function pluginDataSource(
  customizer: Customizer,
  collections: ReadonlyMap<string, CollectionSoFar>,
): DataSourceCustomizer {
  const dataSource: DataSourceCustomizer = {
    collections,
    customizeCollection(name, callback) {
      const calledFrom = captureCallSite(dataSource.customizeCollection)
      customizer.customizeCollection(name, callback, calledFrom)
      return dataSource
    },
    addChart(name, definition) {
      customizer.addChart(name, definition, captureCallSite(dataSource.addChart))
      return dataSource
    },
    removeCollection(...names) {
      customizer.removeCollection(names, captureCallSite(dataSource.removeCollection))
      return dataSource
    },
    use(plugin, ...options) {
      const calledFrom = captureCallSite(dataSource.use as () => unknown)
      customizer.use(plugin, options[0], calledFrom)
      return dataSource
    },
  }
  return dataSource
}
