import { UnprocessableError } from '@service/base'
import {
  type Call,
  type ConditionTree,
  ConditionTreeFactory,
  parseValue,
  type Row,
} from '@service/datasource-toolkit'
import type { CollectionModel, ColumnModel } from '@service/engine'
import type { Access } from '../gateway/access.js'
import { exportedName } from '../query/exported-name.js'
import type { LiveSegment } from '../query/parse-rows.js'
import { requireNamedSegment } from '../query/require-named-segment.js'
import type { Runtime } from '../runtime.js'
import { bindQuery } from './bind-query.js'
import { runQuery } from './run-query.js'

/** The records a live-query segment selects: those whose keys its query returns. */
export async function resolveSegmentQuery(
  runtime: Runtime,
  access: Access,
  collection: CollectionModel,
  segment: LiveSegment,
  call: Call,
): Promise<ConditionTree> {
  if ('segmentQuery' in segment) {
    const { segmentQuery, connectionName } = segment
    access.requireSegmentQuery(segmentQuery, connectionName, collection)
    return selectKeys(runtime, access, collection, { query: segmentQuery, connectionName }, call)
  }
  const named = requireNamedSegment(access, collection, segment.name)
  try {
    return await selectKeys(runtime, access, collection, named, call)
  } catch (error) {
    if (access.mayWriteQueries || !(error instanceof UnprocessableError)) throw error
    // The reason quotes the query, which is shown to its authors only.
    throw new UnprocessableError(
      `The query of the segment '${named.name}' does not work. Ask an editor to correct it.`,
      { cause: error },
    )
  }
}

async function selectKeys(
  runtime: Runtime,
  access: Access,
  collection: CollectionModel,
  { query, connectionName }: { readonly query: string; readonly connectionName: string },
  call: Call,
): Promise<ConditionTree> {
  const bound = bindQuery(query, name => access.variable(name))
  const rows = await runQuery(runtime, connectionName, bound, call)
  const { primaryKey } = collection
  const isRestricted = access.hiddenIn?.(collection) !== undefined
  const ids = rows
    .map(row => primaryKey.map(column => readKey(row, column, isRestricted)))
    .filter(id => !id.includes(null))
  return ConditionTreeFactory.matchIds(
    primaryKey.map(column => column.name),
    ids,
  )
}

/** The query may return the key under its database name or its exported name. */
function readKey(row: Row, column: ColumnModel, isRestricted: boolean): unknown {
  const stored = column.read.kind === 'native' ? column.read.column : column.name
  const name = [stored, exportedName(column)].find(known => Object.hasOwn(row, known))
  if (name === undefined) {
    // Other columns of the query are only listed for callers who may see all fields.
    const returned = isRestricted ? '' : ` It returned: ${Object.keys(row).join(', ')}.`
    throw new UnprocessableError(
      `The query of a segment must return the column '${stored}'.${returned}`,
    )
  }
  return toKey(column, row[name])
}

function toKey(column: ColumnModel, value: unknown): unknown {
  try {
    return parseValue(column.columnType, value)
  } catch (cause) {
    const { message } = cause as Error
    throw new UnprocessableError(`The query of a segment returned no key: ${message}`, { cause })
  }
}
