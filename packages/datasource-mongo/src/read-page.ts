import type { Row, Scan, SortClause } from '@service/datasource-toolkit'
import { collectionNamed, columnNamed, type MongoSource } from './collection.js'
import type { StoredCursor } from './stored-cursor.js'

/** How the rows of a scan are read when not in their complete order. */
export interface Reading {
  /** The order without the clauses that only break ties. */
  readonly sortBy?: readonly SortClause[]
  /** No row of the page comes after this value of the first clause. */
  readonly upTo?: unknown
  readonly stored?: StoredCursor | undefined
}

/**
 * Reads a page whose order ends with the key, which only breaks ties. An index on the other clauses
 * does not include the key, so the server would sort all matching documents. Therefore the page is
 * read without the key, with one more row on each side, and again with the key if two rows tie.
 */
export async function readPage(
  source: MongoSource,
  scan: Scan,
  read: (scan: Scan, reading?: Reading) => Promise<Row[]>,
): Promise<Row[]> {
  const sortBy = clausesBeforeKey(source, scan)
  const limit = scan.page?.limit
  if (!sortBy || limit === undefined) return read(scan)
  const { skip = 0 } = scan.page ?? {}
  const before = skip > 0 ? 1 : 0
  const { columns } = scan.select
  const added = sortBy.map(({ field }) => field).filter(field => !columns.includes(field))
  const select = { ...scan.select, columns: [...columns, ...added] }
  const page = { skip: skip - before, limit: before + limit + 1 }
  const rows = await read({ ...scan, select, page }, { sortBy })
  if (mayHaveEqualKeys(rows, sortBy))
    return read(scan, { upTo: rows.at(-1)?.[sortBy[0]?.field ?? ''] })
  const wanted = rows.slice(before, before + limit)
  if (added.length > 0) for (const row of wanted) for (const column of added) delete row[column]
  return wanted
}

/** Returns the clauses before the key; undefined when no index could give that order either. */
function clausesBeforeKey(
  source: MongoSource,
  { select, orderBy }: Scan,
): readonly SortClause[] | undefined {
  const collection = collectionNamed(source, select.collection)
  const isKey = ({ field }: SortClause) => collection.schema.primaryKey.includes(field)
  const first = orderBy.findIndex(isKey)
  if (collection.nested || first < 1 || !orderBy.slice(first).every(isKey)) return undefined
  const asked = orderBy.slice(0, first)
  const isPlain = ({ field }: SortClause) =>
    !field.includes(':') && !columnNamed(collection, field).inside
  return asked.every(isPlain) ? asked : undefined
}

/** Whether the key decides the order of two adjacent rows. */
function mayHaveEqualKeys(rows: readonly Row[], clauses: readonly SortClause[]): boolean {
  return rows.some((row, index) => {
    const next = rows[index + 1]
    return next !== undefined && clauses.every(({ field }) => mayBeEqual(row[field], next[field]))
  })
}

/** Only plain values of the same type are certain to differ for the server as well. */
function mayBeEqual(value: unknown, other: unknown): boolean {
  return typeof value !== typeof other || typeof value === 'object' || value === other
}
