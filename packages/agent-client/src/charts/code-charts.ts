import { nameInPath } from '@service/protocol'
import type { Transport } from '../http/transport.js'
import { checkKnown } from '../known-options.js'
import { toWireId } from '../records/record-id.js'
import type { ChartOptions, RecordChartOptions } from './chart-options.js'
import type { ChartPart, ObjectiveChart, TimeLines, TimePoint, ValueChart } from './chart-values.js'

/** Charts that are code of the agent, by name. */
export interface CodeCharts<O> {
  valueChart(name: string, options?: O): Promise<ValueChart>
  distributionChart(name: string, options?: O): Promise<readonly ChartPart[]>
  percentageChart(name: string, options?: O): Promise<number>
  objectiveChart(name: string, options?: O): Promise<ObjectiveChart>
  leaderboardChart(name: string, options?: O): Promise<readonly ChartPart[]>
  timeBasedChart(name: string, options?: O): Promise<readonly TimePoint[]>
  multipleTimeBasedChart(name: string, options?: O): Promise<TimeLines>
  /** Any JSON: what it means is between the chart and whoever draws it. */
  smartChart<T = unknown>(name: string, options?: O): Promise<T>
}

/** Charts of the agent, or of the records of a collection. */
export function createCodeCharts<O extends ChartOptions>(
  transport: Transport,
  collection?: string,
): CodeCharts<O> {
  const path = collection === undefined ? ['_charts'] : ['_charts', nameInPath(collection)]
  const draw = async (name: string, options?: O): Promise<unknown> => {
    checkKnown(collection === undefined ? 'chart' : 'the chart of a record', options ?? {})
    const { recordId, parameters, ...request } = (options ?? {}) as Partial<RecordChartOptions>
    const body = {
      ...parameters,
      ...(recordId !== undefined && { record_id: toWireId(recordId) }),
    }
    return chartValue(
      await transport.json('POST', [...path, nameInPath(name)], { ...request, body }),
    )
  }
  // Which kind of value a chart has is known to whoever wrote it, not to the wire.
  const typed = <T>(name: string, options?: O) => draw(name, options) as Promise<T>
  return {
    valueChart: typed,
    distributionChart: typed,
    percentageChart: typed,
    objectiveChart: typed,
    leaderboardChart: typed,
    timeBasedChart: typed,
    multipleTimeBasedChart: typed,
    smartChart: typed,
  }
}

/** The value inside `{"data":{"attributes":{"value":…}}}`. */
export function chartValue(document: unknown): unknown {
  return (document as { data: { attributes: { value: unknown } } }).data.attributes.value
}
