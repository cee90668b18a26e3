import { nameInPath } from '@service/protocol'
import type { Transport } from '../http/transport.js'
import { checkKnown } from '../known-options.js'
import { toWireId } from '../records/record-id.js'
import type { ChartOptions, RecordChartOptions } from './chart-options.js'
import type { ChartPart, ObjectiveChart, TimeLines, TimePoint, ValueChart } from './chart-values.js'

/** Charts defined in the agent's code, by name. */
export interface CodeCharts<O> {
  valueChart(name: string, options?: O): Promise<ValueChart>
  distributionChart(name: string, options?: O): Promise<readonly ChartPart[]>
  percentageChart(name: string, options?: O): Promise<number>
  objectiveChart(name: string, options?: O): Promise<ObjectiveChart>
  leaderboardChart(name: string, options?: O): Promise<readonly ChartPart[]>
  timeBasedChart(name: string, options?: O): Promise<readonly TimePoint[]>
  multipleTimeBasedChart(name: string, options?: O): Promise<TimeLines>
  /** Returns any JSON; only the chart and its renderer know its form. */
  smartChart<T = unknown>(name: string, options?: O): Promise<T>
}

/** Creates the charts of the agent, or of the records of a collection. */
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
  // Only the author of a chart knows the type of its value.
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

/** Reads the value of `{"data":{"attributes":{"value":…}}}`. */
export function chartValue(document: unknown): unknown {
  return (document as { data: { attributes: { value: unknown } } }).data.attributes.value
}
