import {
  aggregate,
  type EngineCall,
  estimateCount,
  type RelatedTo,
  relatedQuery,
} from '@service/engine'
import type { Access } from '../gateway/access.js'
import type { Runtime } from '../runtime.js'
import type { ParsedCount } from './parsed-count.js'
import type { RowCount } from './row-count.js'
import { withLiveSegment } from './with-live-segment.js'

const deactivated: RowCount = {}

/** Counts exactly, or from statistics when that is requested and possible. */
export async function countRows(
  runtime: Runtime,
  access: Access,
  parsed: ParsedCount,
  call: EngineCall,
  related?: RelatedTo,
): Promise<RowCount> {
  if (!parsed.collection.isCountable) return deactivated
  if (parsed.isEstimate && isWhole(parsed, call, related)) {
    const count = await estimateCount(parsed.collection, call)
    if (count !== undefined) return { count, precision: 'estimated' }
  }
  const query = related ? relatedQuery(parsed.query, related) : parsed.query
  const [group] = await aggregate(await withLiveSegment(runtime, access, parsed, query, call), call)
  const count = Number(group?.value ?? 0)
  return parsed.isEstimate ? { count, precision: 'exact' } : { count }
}

/** Statistics cover whole tables only. */
function isWhole(
  { collection, filter, liveSegment }: ParsedCount,
  call: EngineCall,
  related: RelatedTo | undefined,
): boolean {
  return (
    related === undefined &&
    liveSegment === undefined &&
    filter.conditionTree === undefined &&
    filter.search === undefined &&
    filter.segment === undefined &&
    call.findScope?.(collection) === undefined
  )
}
