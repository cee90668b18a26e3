import { CompiledQuery, type Kysely } from 'kysely'
import type { Instant } from '../../store/instant.js'
import type { Database } from '../../store/schema.js'
import { BEGINNING, readCursor, writeCursor } from './cursor.js'
import { LIMIT_DEFAULT, LIMIT_MAX } from './list-query.js'
import { listStatement, type Start } from './list-statement.js'
import type { Listing, ListQuery, Owner } from './listing.js'

export interface ListPage<Item> {
  readonly hasMore: boolean
  readonly data: Item[]
  /** Where the next call continues, even when there are no more rows now. */
  readonly nextCursor: string
}

type CreatedRow = { readonly created_at: Instant }

/** Reads one page of a list. */
export async function readList<Row extends CreatedRow, Item>(
  db: Kysely<Database>,
  listing: Listing<Row, Item>,
  owner: Owner,
  query: ListQuery,
): Promise<ListPage<Item>> {
  const limit = query.limit ?? LIMIT_DEFAULT
  const start = findStart(listing, owner, query)
  // Reads at least one extra row to find out whether there are more.
  const rows = await readRows(db, listing, owner, query, start, sizeFor(limit + 1))
  const hasMore = rows.length > limit
  if (hasMore) rows.length = limit
  const position = rows.at(-1)?.created_at ?? start.position ?? BEGINNING
  return {
    hasMore,
    data: rows.map(row => listing.toItem(row, owner)),
    nextCursor: writeCursor(
      { list: listing.name, ownerId: owner.id },
      { order: start.order, position },
    ),
  }
}

/**
 * A few fixed sizes give a few statements, which PostgreSQL keeps prepared; the planner needs the limit as a
 * constant.
 */
const SIZES = [2, 6, 11, 21, 31, 51, 76, LIMIT_MAX + 1] as const

function sizeFor(rows: number): number {
  for (const size of SIZES) if (size >= rows) return size
  return rows
}

/** Where reading starts for a query. */
export function findStart<Row extends CreatedRow, Item>(
  listing: Listing<Row, Item>,
  owner: Owner,
  { cursor, order }: ListQuery,
): Start {
  if (cursor === undefined) return { order: order ?? 'desc' }
  return readCursor({ list: listing.name, ownerId: owner.id }, cursor, order)
}

/** Reads the matching rows from the start. */
export async function readRows<Row extends CreatedRow, Item>(
  db: Kysely<Database>,
  listing: Listing<Row, Item>,
  owner: Owner,
  query: ListQuery,
  start: Start,
  limit: number,
): Promise<Row[]> {
  const { text, values } = listStatement(listing, owner, query, start, limit)
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, values))
  return rows
}
