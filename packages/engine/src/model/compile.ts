import { UnknownCollectionError } from '@service/datasource-toolkit'
import { createContext } from '../context/create-context.js'
import { entryError } from '../journal.js'
import type { JournalEntry } from '../journal-entry.js'
import { agentOperations, operations } from '../operations/index.js'
import { checkComputed } from './check-computed.js'
import { checkSegments } from './check-segments.js'
import { checkSorts } from './check-sorts.js'
import { completeImports } from './complete-imports.js'
import type { DraftModel } from './draft.js'
import { fillDraft, type SourceEntry } from './fill-draft.js'
import { linkDraft, linkedNamed } from './link-draft.js'
import type { CollectionModel, EngineSettings, Model } from './model.js'
import { pushJsonPathColumns } from './push-json-path-columns.js'

/** Limits and callbacks of a model; every member has a default. */
export type CompileOptions = Partial<Omit<EngineSettings, 'tracing'>>

const replayers = new Map(operations.map(operation => [operation.name, operation.apply]))
const agentReplayers = new Map(agentOperations.map(operation => [operation.name, operation.apply]))

/**
 * Compiles data sources and a journal into a frozen model; an error names the call and its line.
 *
 * @example
 * const openShop = createMemoryDataSource({
 *   orders: { columns: { id: { type: 'Number', isPrimaryKey: true }, status: 'String' } },
 * })
 * const dataSource = await openShop(console.log, async () => {})
 * const model = await compile([{ dataSource }], createCustomizer().journal)
 * const orders = model.collection('orders')
 */
export async function compile(
  sources: readonly SourceEntry[],
  journal: readonly JournalEntry[],
  options: CompileOptions = {},
): Promise<Model> {
  const logger = options.logger ?? (() => {})
  const draft = fillDraft(sources, logger)
  const drafted: DraftModel = { collections: draft, charts: new Map(), logger }
  for (const entry of journal) await replay(drafted, entry)
  pushJsonPathColumns(draft, sources)
  completeImports(draft)
  const { debug, observer } = options
  const settings: EngineSettings = {
    maxRowsInMemory: 1_000_000,
    maxKeysInFilter: 10_000,
    ...options,
    ...((debug || observer) && { tracing: { debug, observer } }),
  }
  const collections = linkDraft(draft, settings)
  checkComputed(draft, collections)
  checkSorts(draft, collections)
  checkSegments(draft, collections)
  const model: Model = {
    collections,
    charts: drafted.charts,
    context: (call, callback) =>
      createContext(name => linkedNamed(collections, name), call, callback),
    collection: lookUp(collections),
  }
  return Object.freeze(model)
}

/** Applies one call, then the calls it made itself. */
async function replay(model: DraftModel, entry: JournalEntry): Promise<void> {
  try {
    for (const next of (await apply(model, entry)) ?? []) await replay(model, next)
  } catch (error) {
    throw entryError(entry, error)
  }
}

function apply(model: DraftModel, entry: JournalEntry) {
  if (entry.collection === undefined) {
    return agentReplayers.get(entry.operation)?.(model, ...entry.args)
  }
  const collection = model.collections.get(entry.collection)
  if (!collection) throw new UnknownCollectionError(entry.collection, model.collections.keys())
  collection.entry = entry
  return replayers.get(entry.operation)?.(collection, ...entry.args)
}

function lookUp(collections: ReadonlyMap<string, CollectionModel>) {
  return (name: string): CollectionModel => {
    const collection = collections.get(name)
    if (collection) return collection
    const exported = [...collections.values()].filter(({ isExported }) => isExported)
    throw new UnknownCollectionError(
      name,
      exported.map(known => known.name),
    )
  }
}
