import { show, UnprocessableError } from '@service/base'
import { bindQuery } from '../charts/bind-query.js'
import { chartVariables } from '../charts/chart-variables.js'
import { queryChartTypes, toChartValue } from '../charts/query-result.js'
import { runQuery } from '../charts/run-query.js'
import { statsResponse } from '../charts/stats-response.js'
import { bodyObject } from './body-object.js'
import type { PrivateRoute } from './route.js'

/** A chart computed by a read-only SQL query. */
export const nativeQuery: PrivateRoute = {
  method: 'POST',
  path: '/_internal/native_query',
  isRead: true,
  handler: async context => {
    const { runtime, access } = context
    const body = await bodyObject(context)
    const { query, type, connectionName } = readChart(body)
    access.requireChart(body)
    const bound = bindQuery(query, chartVariables(access, body))
    const rows = await runQuery(runtime, connectionName, bound, access.call('UTC'))
    return statsResponse(toChartValue(type, rows))
  },
}

function readChart({ query, type, connectionName }: Readonly<Record<string, unknown>>) {
  if (typeof query !== 'string' || query.trim() === '') {
    throw new UnprocessableError("The chart needs 'query', a text.")
  }
  if (typeof type !== 'string' || !queryChartTypes.includes(type)) {
    throw new UnprocessableError(
      `The chart type is ${show(type)}. It must be one of: ${queryChartTypes.join(', ')}.`,
    )
  }
  if (typeof connectionName !== 'string' || connectionName === '') {
    throw new UnprocessableError("The chart needs 'connectionName', a text.")
  }
  return { query, type, connectionName }
}
