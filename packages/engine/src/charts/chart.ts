import type { CollectionContext, CustomerContext } from '../context/collection-context.js'
import type { Path, RecordOf, Schema } from '../typings/schema.js'
import type { ChartResult, ChartResultBuilder } from './result-builder.js'

interface ChartParameters {
  /** The parameters sent by the client, by name. */
  readonly parameters: Readonly<Record<string, string>>
}

/** The context that the code of an agent's chart receives. */
export interface ChartContext<S extends Schema = Schema>
  extends CustomerContext<S>,
    ChartParameters {}

/** The context that the code of a collection's chart receives, with the record it is drawn for. */
export interface CollectionChartContext<S extends Schema = Schema, N extends keyof S = keyof S>
  extends CollectionContext<S, N>,
    ChartParameters {
  /** The primary key; throws when it has several columns. */
  readonly recordId: string | number
  readonly compositeRecordId: readonly (string | number)[]
  getRecord<const P extends Path<S, N>>(fields: readonly P[]): Promise<RecordOf<S, N, P>>
}

/** The code of a chart of the agent. */
export type ChartDefinition<S extends Schema = Schema> = (
  context: ChartContext<S>,
  resultBuilder: ChartResultBuilder,
) => ChartResult | Promise<ChartResult>

/** The code of a chart of a collection. */
export type CollectionChartDefinition<S extends Schema = Schema, N extends keyof S = keyof S> = (
  context: CollectionChartContext<S, N>,
  resultBuilder: ChartResultBuilder,
) => ChartResult | Promise<ChartResult>
