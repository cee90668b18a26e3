import type { AggregateScan, Call, Group } from '@service/datasource-toolkit'
import type { MongoSource } from './collection.js'
import { compileAggregate } from './compile/compile-aggregate.js'
import { narrowByKeys } from './joins/narrow-by-keys.js'
import { list } from './list.js'
import { aggregateDocuments } from './run.js'

/** Aggregates the rows of a scan into groups, in the database. */
export async function aggregate(
  source: MongoSource,
  scan: AggregateScan,
  call: Call,
): Promise<Group[]> {
  const narrowed = await narrowByKeys(source, scan, other => list(source, other, call), call)
  const { collection, pipeline, decode } = compileAggregate(source, narrowed, call)
  const documents = await aggregateDocuments(source, collection, pipeline, call)
  if (documents.length > 0 || scan.aggregation.groups?.length) return documents.map(decode)
  // Without rows there is still one group.
  return [{ value: scan.aggregation.operation === 'Count' ? 0 : null, group: {} }]
}
