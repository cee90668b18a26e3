import type { RequestOptions } from '../http/transport.js'
import type { RecordId } from '../records/record-id.js'

export interface ChartOptions extends RequestOptions {
  /** Passed to the code of the chart. */
  readonly parameters?: Readonly<Record<string, string | number | boolean>>
}

export interface RecordChartOptions extends ChartOptions {
  /** The record of the chart. */
  readonly recordId: RecordId
}
