import { ValidationError } from '@service/base'
import type { DataSourceFactory } from '@service/datasource-toolkit'
import type { ChartDefinition } from './charts/chart.js'
import { captureCallSite, entryError } from './journal.js'
import type { CallSite, JournalEntry } from './journal-entry.js'
import { checkSourceOptions, type SourceOptions } from './model/fill-draft.js'
import type { CollectionCustomizer, Plugin } from './operations/collection-customizer.js'
import { operationNames } from './operations/operation-names.js'
import type { Chained } from './typings/additions.js'
import type { CollectionName, Schema } from './typings/schema.js'

/** A data source to open at start, and its options. */
export interface FactoryEntry extends SourceOptions {
  readonly factory: DataSourceFactory
  readonly calledFrom: CallSite
}

/** Records the calls of customization code; nothing runs before `compile`. */
export interface Customizer<S extends Schema = Schema> {
  readonly journal: JournalEntry[]
  readonly dataSources: readonly FactoryEntry[]
  addDataSource(factory: DataSourceFactory, options?: SourceOptions, calledFrom?: CallSite): void
  customizeCollection<const N extends CollectionName<S>>(
    name: N,
    callback: (collection: CollectionCustomizer<S, Chained<S, N>>) => unknown,
    calledFrom?: CallSite,
  ): void
  addChart(name: string, definition: ChartDefinition<S>, calledFrom?: CallSite): void
  removeCollection(names: readonly CollectionName<S>[], calledFrom?: CallSite): void
  use<O>(plugin: Plugin<O>, options: O | undefined, calledFrom?: CallSite): void
}

/**
 * Creates an empty journal and the customizer that records into it.
 *
 * @example
 * const customizer = createCustomizer()
 * customizer.customizeCollection('orders', orders => orders.disableCount())
 * const model = await compile([], customizer.journal)
 */
export function createCustomizer<S extends Schema = Schema>(): Customizer<S> {
  const journal: JournalEntry[] = []
  const dataSources: FactoryEntry[] = []
  const customizer: Customizer<S> = {
    journal,
    dataSources,
    addDataSource(factory, options = {}, calledFrom = captureCallSite(customizer.addDataSource)) {
      checkSourceOptions(factory, options, calledFrom)
      dataSources.push({ ...options, factory, calledFrom })
    },
    customizeCollection(
      collection,
      callback,
      calledFrom = captureCallSite(customizer.customizeCollection),
    ) {
      const entry = { operation: 'customizeCollection', collection, args: [], calledFrom }
      journal.push(entry)
      refuseAsync(callback(collectionCustomizer(journal, collection)), entry)
    },
    addChart(name, definition, calledFrom = captureCallSite(customizer.addChart)) {
      journal.push({ operation: 'addChart', args: [name, definition], calledFrom })
    },
    use(plugin, options, calledFrom = captureCallSite(customizer.use as () => unknown)) {
      journal.push({ operation: 'use', args: [plugin, options], calledFrom })
    },
    removeCollection(names, calledFrom = captureCallSite(customizer.removeCollection)) {
      for (const collection of names) {
        journal.push({ operation: 'removeCollection', collection, args: [], calledFrom })
      }
    },
  }
  return customizer
}

/** Throws on asynchronous code: calls after an `await` would come after the recording has ended. */
function refuseAsync(result: unknown, entry: JournalEntry): void {
  if (!isThenable(result)) return
  // Its later failure does not matter: it is rejected now.
  result.then(undefined, () => {})
  throw entryError(entry, new ValidationError(asyncCallback))
}

const asyncCallback =
  "its callback is async, and calls after its first 'await' would be lost. Make it a plain " +
  'function: wait for what it needs before customizeCollection, or use a plugin (agent.use), which may be async.'

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}

type Recorder = (...args: readonly unknown[]) => unknown

/** Creates the chain of one collection: each call records an entry in the journal. */
export function collectionCustomizer<S extends Schema, N extends keyof S>(
  journal: JournalEntry[],
  collection: string,
): CollectionCustomizer<S, N> {
  const chain: Record<string, Recorder> = {}
  for (const operation of operationNames) {
    const record: Recorder = (...args) => {
      journal.push({ operation, collection, args, calledFrom: captureCallSite(record) })
      return chain
    }
    chain[operation] = record
  }
  // The names are those of the interface.
  return chain as unknown as CollectionCustomizer<S, N>
}
