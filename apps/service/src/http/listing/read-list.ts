import { CompiledQuery, type Kysely } from 'kysely'
import type { Instant } from '../../store/instant.js'
import type { Database } from '../../store/schema.js'
import { BEGINNING, type Cursor, readCursor, writeCursor } from './cursor.js'
import { LIMIT_DEFAULT } from './list-query.js'
import type { Listing, ListQuery, Owner } from './listing.js'

export interface ListPage<Item> {
  readonly hasMore: boolean
  readonly data: Item[]
  /** Where the next call goes on; also when there is nothing more now. */
  readonly nextCursor: string
}

type Placed = { readonly created_at: Instant }

/** Reads one page of a list. */
export async function readList<Row extends Placed, Item>(
  db: Kysely<Database>,
  listing: Listing<Row, Item>,
  owner: Owner,
  query: ListQuery,
): Promise<ListPage<Item>> {
  const limit = query.limit ?? LIMIT_DEFAULT
  const start = startOf(listing, owner, query)
  // One more row than asked for tells whether there are more.
  const rows = await readRows(db, listing, owner, query, start, limit + 1)
  const hasMore = rows.length > limit
  if (hasMore) rows.pop()
  const position = rows.at(-1)?.created_at ?? start.position ?? BEGINNING
  return {
    hasMore,
    data: rows.map(row => listing.itemOf(row, owner)),
    nextCursor: writeCursor(
      { list: listing.name, ownerId: owner.id },
      { order: start.order, position },
    ),
  }
}

/** Where a walk through a list begins; without a position at its end or beginning. */
export type Start = Pick<Cursor, 'order'> & Partial<Cursor>

export function startOf<Row extends Placed, Item>(
  listing: Listing<Row, Item>,
  owner: Owner,
  { cursor, order }: ListQuery,
): Start {
  if (cursor === undefined) return { order: order ?? 'desc' }
  return readCursor({ list: listing.name, ownerId: owner.id }, cursor, order)
}

/** Reads the rows that match, from the start on. */
export async function readRows<Row extends Placed, Item>(
  db: Kysely<Database>,
  listing: Listing<Row, Item>,
  owner: Owner,
  query: ListQuery,
  { order, position }: Start,
  limit: number,
): Promise<Row[]> {
  const values: unknown[] = [owner.id]
  let conditions = ''
  for (const name in query) {
    const filter = listing.filters[name]
    const value = query[name]
    if (filter === undefined || value === undefined) continue
    values.push(typeof value === 'object' ? value.value : value)
    conditions += ` and ${filter(`$${values.length}`)}`
  }
  if (position !== undefined) {
    values.push(position)
    conditions += ` and created_at ${order === 'asc' ? '>' : '<'} $${values.length}`
  }
  const has = (parameter: string) => query[parameter] !== undefined
  const statement = listing.statement({ conditions, order, limit, has })
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(statement, values))
  return rows
}
