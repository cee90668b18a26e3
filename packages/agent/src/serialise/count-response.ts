import { aggregate, type EngineCall, estimateCount } from '@service/engine'
import { type HttpResponse, jsonResponse } from '@service/http'
import type { Access } from '../gateway/access.js'
import type { ParsedCount } from '../query/parse-count-query.js'
import { withLiveSegment } from '../query/with-live-segment.js'
import type { Runtime } from '../runtime.js'

const deactivated: HttpResponse = jsonResponse(200, { meta: { count: 'deactivated' } })

/** Counts exactly, from statistics when asked and possible, or says that counting is off. */
export async function countResponse(
  runtime: Runtime,
  access: Access,
  parsed: ParsedCount,
): Promise<HttpResponse> {
  if (!parsed.collection.isCountable) return deactivated
  const call = access.call(parsed.timezone)
  if (parsed.isEstimate) {
    const estimate = await estimateAll(parsed, call)
    if (estimate !== undefined) return countedResponse(estimate, 'estimated')
  }
  const query = parsed.liveSegment
    ? await withLiveSegment(runtime, access, parsed, parsed.query, call)
    : parsed.query
  const [group] = await aggregate(query, call)
  const count = Number(group?.value ?? 0)
  return countedResponse(count, parsed.isEstimate ? 'exact' : undefined)
}

function countedResponse(count: number, precision?: 'estimated' | 'exact'): HttpResponse {
  return jsonResponse(200, precision === undefined ? { count } : { count, meta: { precision } })
}

/** Statistics know whole tables only: a filter, a segment or a scope asks for a real count. */
async function estimateAll(parsed: ParsedCount, call: EngineCall): Promise<number | undefined> {
  const { collection, filter, liveSegment } = parsed
  const isWhole =
    filter.conditionTree === undefined &&
    filter.search === undefined &&
    filter.segment === undefined &&
    liveSegment === undefined &&
    call.scopeOf?.(collection) === undefined
  return isWhole ? estimateCount(collection, call) : undefined
}
