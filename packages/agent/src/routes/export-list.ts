import {
  type CollectionModel,
  type EngineCall,
  iterateCells,
  type RelatedTo,
} from '@service/engine'
import type { HttpResponse } from '@service/http'
import { firstHeader, projectionHeaders } from '../aliases.js'
import { authoriseList } from '../query/authorise.js'
import { parseParameters } from '../query/parameters.js'
import { parseListQuery } from '../query/parse-list-query.js'
import { withLiveSegment } from '../query/with-live-segment.js'
import { csvResponse } from '../serialise/csv-response.js'
import type { PrivateContext } from './route.js'

/** A small first chunk lets the response start early. */
const chunkSizes = { chunkSize: 1000, firstChunkSize: 200 }

/** A list without pages, as CSV; `findRelated` restricts it to the related records of a parent. */
export async function exportList(
  { runtime, request, query, access }: PrivateContext,
  collection: CollectionModel,
  findRelated?: (call: EngineCall) => Promise<RelatedTo>,
): Promise<HttpResponse> {
  access.require('browse', collection)
  access.require('export', collection)
  const header = firstHeader(request, projectionHeaders)
  const requested = parseListQuery(runtime, access, collection, query, header)
  const parsed = authoriseList(runtime, access, requested)
  const call = access.call(parsed.timezone)
  const related = await findRelated?.(call)
  const { filter, sort } = parsed.query
  const projection = parsed.columns.map(column => column.text)
  const all = { collection, filter: related ? { ...filter, related } : filter, projection, sort }
  const listQuery = await withLiveSegment(runtime, access, parsed, all, call)
  const chunks = iterateCells(listQuery, call, chunkSizes)
  return csvResponse(
    parsed,
    chunks[Symbol.asyncIterator](),
    parseParameters(query),
    runtime.options,
  )
}
