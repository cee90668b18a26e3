import { ValidationError } from '@service/base'
import {
  type ChartResult,
  computeChartResult,
  computeRecordChartResult,
  type Model,
  unknownChart,
} from '@service/engine'
import { jsonResponse } from '@service/http'
import { codeChartParameters } from '../charts/code-chart-parameters.js'
import type { Access } from '../gateway/access.js'
import { exportedCollection } from '../query/exported-collection.js'
import { isOn, parseParameters } from '../query/parameters.js'
import { parseId } from '../query/parse-id.js'
import { parseTimezone } from '../query/parse-timezone.js'
import { findRecord } from '../record/find-record.js'
import { bodyObject } from './body-object.js'
import type { PrivateContext, PrivateRoute } from './route.js'

/** Charts of the agent that are written in code. */
const agentPath = '/_charts/:chart'
/** Charts of a collection that are written in code, for one record. */
const collectionPath = '/_charts/:collection/:chart'

/** `GET` returns the bare value, for charts a client draws itself; `POST` wraps it like other charts. */
export const codeCharts: readonly PrivateRoute[] = [
  {
    method: 'GET',
    path: agentPath,
    isRead: true,
    handler: async context => jsonResponse(200, (await agentChart(context, {})).value ?? null),
  },
  {
    method: 'POST',
    path: agentPath,
    isRead: true,
    handler: async context =>
      toResponse(context, await agentChart(context, await bodyObject(context))),
  },
  {
    method: 'GET',
    path: collectionPath,
    isRead: true,
    handler: async context => jsonResponse(200, (await collectionChart(context, {})).value ?? null),
  },
  {
    method: 'POST',
    path: collectionPath,
    isRead: true,
    handler: async context =>
      toResponse(context, await collectionChart(context, await bodyObject(context))),
  },
]

function toResponse({ runtime, query }: PrivateContext, { value, series }: ChartResult) {
  return runtime.serialise.chart(
    value,
    isOn(parseParameters(query)('withDates')) ? series : undefined,
  )
}

type Body = Readonly<Record<string, unknown>>

async function agentChart(
  { runtime, params, query, access }: PrivateContext,
  body: Body,
): Promise<ChartResult> {
  requireAgentChart(runtime.model, params.chart!, access)
  const parameters = codeChartParameters(query, body)
  const call = access.call(parseTimezone(name => parameters[name]))
  return computeChartResult(runtime.model, params.chart!, parameters, call)
}

async function collectionChart(
  { runtime, params, query, access }: PrivateContext,
  body: Body,
): Promise<ChartResult> {
  const collection = exportedCollection(runtime.model, params.collection!, access)
  access.require('read', collection)
  if (!collection.charts.has(params.chart!)) {
    throw unknownChart(params.chart!, `'${collection.name}'`, collection.charts.keys())
  }
  const parameters = codeChartParameters(query, body)
  const call = access.call(parseTimezone(name => parameters[name]))
  const { record_id: recordId } = parameters
  if (!recordId) {
    throw new ValidationError("The parameter 'record_id' is missing: the id of the record to draw.")
  }
  const id = parseId(collection, recordId)
  // Throws 404 when the caller may not see the record.
  await findRecord(collection, id, [], call)
  return computeRecordChartResult(collection, params.chart!, id, parameters, call)
}

/** Throws 404 for an unknown chart, listing those the caller may run, and 403 when they may not run it. */
function requireAgentChart({ charts }: Model, name: string, access: Access): void {
  if (!charts.has(name)) {
    const allowed = [...charts.keys()].filter(known => access.mayRunCodeChart(known))
    throw unknownChart(name, 'the agent', allowed)
  }
  access.requireCodeChart(name)
}
