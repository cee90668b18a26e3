import { UnknownCollectionError } from '@service/datasource-toolkit'
import { entryError, type JournalEntry } from '../journal.js'
import { operations } from '../operations/index.js'
import { checkComputed } from './check-computed.js'
import { checkSorts } from './check-sorts.js'
import { completeImports } from './complete-imports.js'
import type { Draft } from './draft.js'
import { fillDraft, type SourceEntry } from './fill-draft.js'
import { linkDraft } from './link-draft.js'
import type { CollectionModel, EngineSettings, Model } from './model.js'

/** Ceilings and outlets of a model; every member has a default. */
export type CompileOptions = Partial<EngineSettings>

const replayers = new Map(operations.map(operation => [operation.name, operation.apply]))

/**
 * Compiles datasources and a journal into a frozen model; a failure names the call and its line.
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
  const draft = fillDraft(sources)
  for (const entry of journal) replay(draft, entry)
  completeImports(draft)
  const settings = { maxRowsInMemory: 1_000_000, maxKeysInFilter: 10_000, ...options }
  const collections = linkDraft(draft, settings)
  checkComputed(draft, collections)
  checkSorts(draft, collections)
  return Object.freeze({ collections, collection: lookUp(collections) })
}

function replay(draft: Draft, entry: JournalEntry): void {
  try {
    const collection = draft.get(entry.collection)
    if (!collection) throw new UnknownCollectionError(entry.collection, draft.keys())
    collection.entry = entry
    replayers.get(entry.operation)?.(collection, ...entry.args)
  } catch (error) {
    throw entryError(entry, error)
  }
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
