import { type CollectionModel, type EngineCall, iterateCsv, type RelatedTo } from '@service/engine'
import type { HttpResponse } from '@service/http'
import { firstHeader, projectionHeaders } from '../aliases.js'
import { authoriseList } from '../query/authorise.js'
import { parseParameters } from '../query/parameters.js'
import { parseListQuery } from '../query/parse-list-query.js'
import type { ParsedList } from '../query/parsed-list.js'
import { requireNamedSegment } from '../query/require-named-segment.js'
import { withLiveSegment } from '../query/with-live-segment.js'
import { parseEscapeFormulas } from '../serialise/csv-response.js'
import type { ExportRoute, PrivateContext } from './route.js'

/** A small first chunk lets the response start early. */
const chunkSizes = { chunkSize: 1000, firstChunkSize: 200 }

/** What a path exports. */
export interface Exported {
  readonly collection: CollectionModel
  /** Restricts the list to the related records of a parent. */
  readonly findRelated?: (call: EngineCall) => Promise<RelatedTo>
}

/** Defines a route that exports a list without pages as CSV. */
export function defineExport(
  path: string,
  findExported: (context: PrivateContext) => Exported,
): ExportRoute {
  return {
    method: 'GET',
    path,
    checkExport(context) {
      parseExport(context, findExported(context))
    },
    handler: async context => exportList(context, findExported(context)),
  }
}

function parseExport(
  { runtime, request, query, access }: PrivateContext,
  { collection }: Exported,
): ParsedList {
  access.require('browse', collection)
  access.require('export', collection)
  const header = firstHeader(request, projectionHeaders)
  const requested = parseListQuery(runtime, access, collection, query, header)
  const { liveSegment } = requested
  if (liveSegment && 'name' in liveSegment) {
    requireNamedSegment(access, collection, liveSegment.name)
  }
  return authoriseList(runtime, access, requested)
}

async function exportList(context: PrivateContext, exported: Exported): Promise<HttpResponse> {
  const { runtime, query, access } = context
  const { limitExportSize } = runtime.options
  const { collection, findRelated } = exported
  const parsed = parseExport(context, exported)
  const call = access.call(parsed.timezone)
  const related = await findRelated?.(call)
  const { filter, sort } = parsed.query
  const projection = parsed.columns.map(column => column.text)
  const page = limitExportSize === undefined ? undefined : { skip: 0, limit: limitExportSize }
  const restricted = related ? { ...filter, related } : filter
  const all = { collection, filter: restricted, projection, sort, page }
  const listQuery = await withLiveSegment(runtime, access, parsed, all, call)
  const parameters = parseParameters(query)
  const escapesFormulas = parseEscapeFormulas(parameters) ?? runtime.options.escapeCsvFormulas
  const chunks = iterateCsv(listQuery, call, { ...chunkSizes, escapesFormulas })
  return runtime.serialise.csv(parsed, chunks, parameters, escapesFormulas)
}
