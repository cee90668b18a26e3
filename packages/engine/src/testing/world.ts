import type { MemoryCollections } from '@service/datasource-memory'
import type {
  ConditionTree,
  DataSource,
  Row,
  SourceCapabilities,
} from '@service/datasource-toolkit'
import type { JournalEntry } from '../journal-entry.js'
import type { CompileOptions } from '../model/compile.js'
import type { EngineCall, Model } from '../model/model.js'

/**
 * Everything a world consists of, as data: it can be opened again, smaller or over other sources.
 */
export interface WorldDefinition {
  readonly options: CompileOptions
  readonly sources: readonly SourceDefinition[]
  readonly journal: readonly JournalEntry[]
  readonly scopes: ReadonlyMap<string, ConditionTree>
  readonly call: EngineCall
}

interface SourceDefinition extends SourceCapabilities {
  readonly collections: MemoryCollections
}

/** Opens the tables of a definition somewhere. */
export type OpenTables = (definition: SourceDefinition) => Promise<DataSource>

/** Where the first and the second source are opened. */
export type Places = readonly [OpenTables, OpenTables]

/** A model over two sources with random data, customizations and scopes. */
export interface World {
  readonly definition: WorldDefinition
  readonly model: Model
  /** The rows of the sources, by collection. */
  readonly stored: Map<string, Row[]>
  readonly unique: ReadonlyMap<string, readonly (readonly string[])[]>
  readonly call: EngineCall
  close(): Promise<void>
}
