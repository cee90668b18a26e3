import { ConditionTreeFactory } from '@service/datasource-toolkit'
import type { EngineCall, Filter } from '@service/engine'
import { resolveSegmentQuery } from '../charts/resolve-segment-query.js'
import type { Access } from '../gateway/access.js'
import type { Runtime } from '../runtime.js'
import type { ParsedRows } from './parse-rows.js'

/** Restricts a query to the records of its live segment, when it has one. */
export async function withLiveSegment<Query extends { readonly filter: Filter }>(
  runtime: Runtime,
  access: Access,
  rows: ParsedRows,
  query: Query,
  call: EngineCall,
): Promise<Query> {
  if (rows.liveSegment === undefined) return query
  const { collection, liveSegment } = rows
  const segment = await resolveSegmentQuery(runtime, access, collection, liveSegment, call)
  const conditionTree = ConditionTreeFactory.intersect([query.filter.conditionTree, segment])
  return { ...query, filter: { ...query.filter, conditionTree } }
}
