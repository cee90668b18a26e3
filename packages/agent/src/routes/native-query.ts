import { show, UnprocessableError } from '@service/base'
import type { HttpResponse } from '@service/http'
import { bindQuery } from '../charts/bind-query.js'
import { chartVariables } from '../charts/chart-variables.js'
import { queryChartTypes, toChartValue } from '../charts/query-result.js'
import { runQuery } from '../charts/run-query.js'
import { bodyObject } from './body-object.js'
import type { PrivateContext, PrivateRoute } from './route.js'

/** A chart computed by a read-only SQL query. */
export const nativeQuery: PrivateRoute = {
  method: 'POST',
  path: '/_internal/native_query',
  isRead: true,
  handler: async context => {
    const { access } = context
    const body = await bodyObject(context)
    if (body.queryDigest !== undefined && body.query === undefined) {
      return runHidden(context, readChart(access.requireQueryChart(body)), body)
    }
    const chart = readChart(body)
    access.requireChart(body)
    return run(context, chart, body)
  },
}

/** Runs a query whose text the caller may not know. */
async function runHidden(
  context: PrivateContext,
  chart: QueryChart,
  body: Json,
): Promise<HttpResponse> {
  try {
    return await run(context, chart, body)
  } catch (error) {
    if (context.access.mayWriteQueries || !(error instanceof UnprocessableError)) throw error
    // The reason quotes the query, which is shown to its authors only.
    throw new UnprocessableError('The query of the chart failed. Ask an editor to correct it.', {
      cause: error,
    })
  }
}

async function run(
  { runtime, access }: PrivateContext,
  { query, type, connectionName }: QueryChart,
  body: Json,
): Promise<HttpResponse> {
  const bound = bindQuery(query, chartVariables(access, body))
  const rows = await runQuery(runtime, connectionName, bound, access.call('UTC'))
  return runtime.serialise.chart(toChartValue(type, rows))
}

type Json = Readonly<Record<string, unknown>>

interface QueryChart {
  readonly query: string
  readonly type: string
  readonly connectionName: string
}

function readChart({ query, type, connectionName }: Json): QueryChart {
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
