import { CompiledQuery, type Kysely } from 'kysely'
import { z } from 'zod'
import type { Instant } from '../../store/instant.js'
import { PLAN_EACH_TIME } from '../../store/prepare-statements.js'
import type { Database } from '../../store/schema.js'
import { enumParameter } from './list-query.js'
import { type ListStatement, listStatement } from './list-statement.js'
import type { Listing, ListQuery, Owner } from './listing.js'
import { type ListPage, readList } from './read-list.js'

/** Rows are counted up to here: a count costs the same however long a list is. */
const COUNT_MAX = 10_000

/** The parameter that asks for the number of rows, with the first page. */
export const countFields = {
  count: enumParameter(['true'])
    .optional()
    .meta({ description: `Also count the rows of the list, up to ${COUNT_MAX}.` }),
}

/** The number of rows of a list, as far as they were counted. */
export const BoundedCount = z.object({
  value: z.number().int(),
  isMore: z.boolean().meta({ description: 'Whether there are more rows than `value`.' }),
})
type BoundedCount = z.output<typeof BoundedCount>

export type CountedPage<Item> = ListPage<Item> & { readonly count?: BoundedCount }

/** Reads one page of a list and, when it is asked for, the number of its rows. */
export async function readCountedList<Row extends { readonly created_at: Instant }, Item>(
  db: Kysely<Database>,
  listing: Listing<Row, Item>,
  owner: Owner,
  query: ListQuery,
): Promise<CountedPage<Item>> {
  const page = await readList(db, listing, owner, query)
  if (query.count === undefined) return page
  const isWhole = !page.hasMore && query.cursor === undefined
  return { ...page, count: isWhole ? countPage(page) : await countRows(db, listing, owner, query) }
}

const countPage = ({ data }: ListPage<unknown>): BoundedCount => ({
  value: data.length,
  isMore: false,
})

async function countRows(
  db: Kysely<Database>,
  listing: Parameters<typeof countStatement>[0],
  owner: Owner,
  query: ListQuery,
): Promise<BoundedCount> {
  const { text, values } = countStatement(listing, owner, query)
  const { rows } = await db.executeQuery<{ value: number }>(CompiledQuery.raw(text, values))
  const value = rows[0]?.value ?? 0
  return { value: Math.min(value, COUNT_MAX), isMore: value > COUNT_MAX }
}

/** Compiles the statement that counts the rows of a list, with one more than is counted. */
function countStatement(
  listing: Parameters<typeof listStatement>[0],
  owner: Owner,
  query: ListQuery,
): ListStatement {
  const { text, values } = listStatement(listing, owner, query, { order: 'desc' }, COUNT_MAX + 1)
  const list = text.replace(PLAN_EACH_TIME, '')
  return { text: `${PLAN_EACH_TIME}select count(*) as value from (${list}) list`, values }
}
