import { show, ValidationError } from '@service/base'
import { chartVariables } from '../charts/chart-variables.js'
import { computeChart } from '../charts/charts.js'
import { statsResponse } from '../charts/stats-response.js'
import { substitute } from '../gateway/variables.js'
import { exportedCollection } from '../query/exported-collection.js'
import { parseParameters } from '../query/parameters.js'
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
    const value = await computeChart({
      collection,
      definition: fillIn(body, chartVariables(access, body)),
      access,
      call: access.call(parseTimezone(parseParameters(query))),
      maxGroups: runtime.options.maxPageSize,
    })
    return statsResponse(value)
  },
}

// A chart is permitted for the collection in its definition, so that the path must name the same one.
function checkSource(name: unknown, collection: string): void {
  if (name === undefined || name === null || name === collection) return
  throw new ValidationError(
    `'sourceCollectionName' is ${show(name)}, but the path names '${collection}'.`,
  )
}

function fillIn(
  { contextVariables: _, ...definition }: Readonly<Record<string, unknown>>,
  readVariable: (name: string) => unknown,
): Readonly<Record<string, unknown>> {
  const readVariableText = (name: string) => {
    const value = readVariable(name)
    return value === undefined || value === null || typeof value === 'object'
      ? undefined
      : String(value)
  }
  return substitute(definition, readVariableText, name => {
    throw new ValidationError(`No value was given for {{${name}}}.`)
  }) as Record<string, unknown>
}
