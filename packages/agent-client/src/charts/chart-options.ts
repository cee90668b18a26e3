import type { RequestOptions } from '../http/transport.js'
import type { RecordId } from '../records/record-id.js'

export interface ChartOptions extends RequestOptions {
  /** Handed to the code of the chart. */
  readonly parameters?: Readonly<Record<string, string | number | boolean>>
}

export interface RecordChartOptions extends ChartOptions {
  /** The record the chart is about. */
  readonly recordId: RecordId
}
