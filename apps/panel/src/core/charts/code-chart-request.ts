import { nameInPath } from '@service/protocol'
import type { ChartRequest } from './chart-request.js'

/**
 * Builds the request of a chart in code about one record.
 *
 * @example
 * buildRecordChartRequest('customers', '12', 'spending').path // '/_charts/customers/spending'
 */
export function buildRecordChartRequest(
  collection: string,
  id: string,
  chart: string,
): ChartRequest {
  return {
    method: 'POST',
    path: `/_charts/${nameInPath(collection)}/${nameInPath(chart)}`,
    query: { withDates: 'true' },
    body: { record_id: id },
  }
}
