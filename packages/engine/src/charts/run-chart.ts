import { knownNames, NotFoundError, UnprocessableError } from '@service/base'
import { ConditionTreeFactory } from '@service/datasource-toolkit'
import type { CollectionModel, EngineCall, Model } from '../model/model.js'
import type { CollectionChartContext } from './chart.js'
import { type ChartResult, createResultBuilder } from './result-builder.js'

/** The parameters a client sends with a chart. */
export type ChartParameters = Readonly<Record<string, string>>

/**
 * Runs a chart of the agent and returns the data for clients.
 *
 * @example
 * const value = await runChart(model, 'sales', { year: '2024' }, call)
 */
export async function runChart(
  model: Model,
  name: string,
  parameters: ChartParameters,
  call: EngineCall,
): Promise<unknown> {
  return (await computeChartResult(model, name, parameters, call)).value
}

/**
 * Runs a chart of the agent and returns its data with, for a chart over time, the periods.
 *
 * @example
 * const { value, series } = await computeChartResult(model, 'sales', { year: '2024' }, call)
 */
export async function computeChartResult(
  model: Model,
  name: string,
  parameters: ChartParameters,
  call: EngineCall,
): Promise<ChartResult> {
  const definition = model.charts.get(name)
  if (!definition) throw unknownChart(name, 'the agent', model.charts.keys())
  const context = { ...model.context(call, `chart '${name}'`), parameters }
  return readChartResult(name, await definition(context, createResultBuilder(call.timezone)))
}

/**
 * Runs a chart of a collection for one record. The caller's permission to see the record must be
 * checked before.
 *
 * @example
 * const value = await runCollectionChart(orders, 'payments', [12], {}, call)
 */
export async function runCollectionChart(
  collection: CollectionModel,
  name: string,
  id: readonly unknown[],
  parameters: ChartParameters,
  call: EngineCall,
): Promise<unknown> {
  return (await computeRecordChartResult(collection, name, id, parameters, call)).value
}

/**
 * Runs a chart of a collection as `runCollectionChart` does, and returns its periods too.
 *
 * @example
 * const { value, series } = await computeRecordChartResult(orders, 'payments', [12], {}, call)
 */
export async function computeRecordChartResult(
  collection: CollectionModel,
  name: string,
  id: readonly unknown[],
  parameters: ChartParameters,
  call: EngineCall,
): Promise<ChartResult> {
  const definition = collection.charts.get(name)
  if (!definition) throw unknownChart(name, `'${collection.name}'`, collection.charts.keys())
  const context = recordContext(collection, name, id, parameters, call)
  return readChartResult(name, await definition(context, createResultBuilder(call.timezone)))
}

function recordContext(
  collection: CollectionModel,
  name: string,
  id: readonly unknown[],
  parameters: ChartParameters,
  call: EngineCall,
): CollectionChartContext {
  const context = collection.context(call, `${collection.name} chart '${name}'`)
  const keys = collection.primaryKey.map(column => column.name)
  return {
    ...context,
    parameters,
    compositeRecordId: id as readonly (string | number)[],
    get recordId() {
      if (id.length === 1) return id[0] as string | number
      throw new UnprocessableError(
        `The primary key of '${collection.name}' is ${keys.join(', ')}: use compositeRecordId.`,
      )
    },
    async getRecord(fields) {
      const conditionTree = ConditionTreeFactory.matchIds(keys, [id])
      const [record] = await context.collection.list({ conditionTree }, fields)
      if (record !== undefined) return record
      throw new NotFoundError(`No record '${id.join('|')}' in '${collection.name}'.`)
    },
  }
}

/**
 * Creates the 404 for a chart that does not exist; `known` are the names to show.
 *
 * @example
 * throw unknownChart('slaes', 'the agent', ['sales'])
 */
export function unknownChart(
  name: string,
  location: string,
  known: Iterable<string>,
): NotFoundError {
  return new NotFoundError(
    `No chart '${name}' on ${location}. There are: ${knownNames(name, known)}`,
  )
}

function readChartResult(name: string, result: unknown): ChartResult {
  if (typeof result === 'object' && result !== null && 'kind' in result && 'value' in result) {
    if (result.kind === 'chart') return result as ChartResult
  }
  throw new UnprocessableError(
    `The chart '${name}' must return what its result builder makes, as in resultBuilder.value(12).`,
  )
}
