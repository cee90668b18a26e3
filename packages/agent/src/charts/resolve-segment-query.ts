import {
  type Call,
  type ConditionTree,
  ConditionTreeFactory,
  UnprocessableError,
} from '@service/datasource-toolkit'
import type { CollectionModel } from '@service/engine'
import type { Access } from '../gateway/access.js'
import type { LiveSegment } from '../query/parse-rows.js'
import { exportedName } from '../query/view-path.js'
import type { Runtime } from '../runtime.js'
import { bindQuery } from './bind-query.js'
import { runQuery } from './run-query.js'

/** The records a live-query segment selects: those whose keys its query returns. */
export async function resolveSegmentQuery(
  runtime: Runtime,
  access: Access,
  collection: CollectionModel,
  { segmentQuery, connectionName }: LiveSegment,
  call: Call,
): Promise<ConditionTree> {
  access.requireSegmentQuery(segmentQuery, connectionName, collection)
  const query = bindQuery(segmentQuery, name => access.variable(name))
  const rows = await runQuery(runtime, connectionName, query, call)
  const keys = collection.primaryKey.map(column => ({
    name: column.name,
    columns: [
      column.read.kind === 'native' ? column.read.column : column.name,
      exportedName(column),
    ],
  }))
  const ids = rows.map(row => keys.map(key => readKey(row, key.columns)))
  return ConditionTreeFactory.matchIds(
    keys.map(key => key.name),
    ids,
  )
}

function readKey(row: object, columns: readonly string[]): unknown {
  for (const column of columns) {
    if (Object.hasOwn(row, column)) return (row as Record<string, unknown>)[column]
  }
  throw new UnprocessableError(
    `The query of a segment must return the column '${columns[0]}'. It returned: ${Object.keys(row).join(', ')}.`,
  )
}
