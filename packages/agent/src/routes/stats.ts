import { show, ValidationError } from '@service/base'
import { chartVariables } from '../charts/chart-variables.js'
import { computeChart } from '../charts/charts.js'
import { fillIn, readPreviousRange } from '../charts/fill-in.js'
import { exportedCollection } from '../query/exported-collection.js'
import { isOn, parseParameters } from '../query/parameters.js'
import { parseTimezone } from '../query/parse-timezone.js'
import { bodyObject } from './body-object.js'
import type { PrivateRoute } from './route.js'

/** A chart computed over one collection. */
export const stats: PrivateRoute = {
  method: 'POST',
  path: '/stats/:collection',
  isRead: true,
  handler: async context => {
    const { runtime, params, query, access } = context
    const collection = exportedCollection(runtime.model, params.collection!, access)
    const body = await bodyObject(context)
    checkSource(body.sourceCollectionName, collection.name)
    access.requireChart({ ...body, sourceCollectionName: collection.name })
    access.require('browse', collection)
    const parameters = parseParameters(query)
    const readVariable = chartVariables(access, body)
    const readPrevious = readPreviousRange(body, readVariable)
    const { value, series } = await computeChart({
      collection,
      definition: fillIn(body, readVariable),
      previousDefinition: readPrevious && fillIn(body, readPrevious),
      access,
      call: access.call(parseTimezone(parameters)),
      maxGroups: runtime.options.maxPageSize,
    })
    return runtime.serialise.chart(value, isOn(parameters('withDates')) ? series : undefined)
  },
}

// A chart is permitted for the collection in its definition, so that the path must name the same one.
function checkSource(name: unknown, collection: string): void {
  if (name === undefined || name === null || name === collection) return
  throw new ValidationError(
    `'sourceCollectionName' is ${show(name)}, but the path names '${collection}'.`,
  )
}
