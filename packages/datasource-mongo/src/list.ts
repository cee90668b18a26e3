import type { Call, Join, Row, Scan } from '@service/datasource-toolkit'
import type { MongoSource } from './collection.js'
import { compileList } from './compile/compile-list.js'
import { listPaths } from './compile/scan-tree.js'
import { attachJoin, listKeys } from './joins/attach-joins.js'
import { narrowByKeys } from './joins/narrow-by-keys.js'
import { readPage } from './read-page.js'
import { aggregateDocuments } from './run.js'
import { storedCursor } from './stored-cursor.js'

/**
 * Reads the rows of a scan. The server joins what it filters and sorts by; relations that are only
 * selected are read by key for the rows of the page, which is several times faster than a join.
 */
export async function list(source: MongoSource, scan: Scan, call: Call): Promise<Row[]> {
  if (scan.page?.limit === 0) return []
  const again = (other: Scan) => list(source, other, call)
  const narrowed = await narrowByKeys(source, scan, again, call)
  const { joins, columns } = narrowed.select
  const isUsed = usedJoins(narrowed)
  const shown = joins.filter(join => !isUsed.has(join.as) && selectsSomething(join))
  const references = shown.flatMap(join => join.on.map(({ from }) => from))
  const added = [...new Set(references)].filter(column => !columns.includes(column))
  const select = {
    ...narrowed.select,
    columns: [...columns, ...added],
    joins: joins.filter(join => isUsed.has(join.as)),
  }
  const stored = await storedCursor(source, scan, call)
  const rows = await readPage(source, { ...narrowed, select }, async (nested, reading) => {
    const { collection, pipeline, decode } = compileList(source, nested, { ...reading, stored })
    return (await aggregateDocuments(source, collection, pipeline, call)).map(decode)
  })
  const wanted = shown.map(join => ({ join, keys: listKeys(rows, join) }))
  if (added.length > 0) for (const row of rows) for (const column of added) delete row[column]
  await Promise.all(wanted.map(({ join, keys }) => attachJoin(rows, join, keys, again, call)))
  return rows
}

/** Returns the relations that filters and orders use. */
function usedJoins({ where, orderBy }: Scan): ReadonlySet<string> {
  const paths = [...listPaths(where), ...orderBy.map(({ field }) => field)]
  return new Set(
    paths.filter(path => path.includes(':')).map(path => path.slice(0, path.indexOf(':'))),
  )
}

function selectsSomething({ node }: Join): boolean {
  return node.columns.length > 0 || node.joins.some(selectsSomething)
}
