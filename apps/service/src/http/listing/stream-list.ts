import type { Instant } from '../../store/instant.js'
import type { Call } from '../route.js'
import { breakStream } from './break-stream.js'
import type { CsvFormat } from './csv.js'
import type { Listing, ListQuery, Owner } from './listing.js'
import { ndjsonBody } from './ndjson.js'
import { findStart, readRows } from './read-list.js'
import { textBody } from './text-body.js'

/** The number of rows per read while a list is streamed. */
const STREAM_PAGE = 1000

type ListCall = Call<unknown, ListQuery>
type CreatedRow = { readonly created_at: Instant }

/** Responds with a whole list, or the first `limit` rows of it, as one JSON object per line. */
export async function streamList<Row extends CreatedRow, Item extends object>(
  call: ListCall,
  listing: Listing<Row, Item>,
  owner: Owner,
): Promise<Response> {
  const next = readInParts(call, listing, owner)
  // Reads the first rows before sending the status, so that an error there gets an error response.
  return new Response(ndjsonBody(await next(), next, breakStream(call)), {
    headers: { 'Content-Type': 'application/x-ndjson' },
  })
}

/** The same as CSV. */
export async function streamCsv<Row extends CreatedRow, Item extends object>(
  call: ListCall,
  listing: Listing<Row, Item>,
  owner: Owner,
  { header, formatItems }: CsvFormat<Item>,
): Promise<Response> {
  const next = readInParts(call, listing, owner)
  const nextText = async () => formatItems(await next())
  return new Response(textBody(header + (await nextText()), nextText, breakStream(call)), {
    headers: { 'Content-Type': 'text/csv; charset=utf-8' },
  })
}

/** Reads a list part by part; an empty part is the end. */
function readInParts<Row extends CreatedRow, Item extends object>(
  { deps, query }: ListCall,
  listing: Listing<Row, Item>,
  owner: Owner,
): () => Promise<readonly Item[]> {
  let start = findStart(listing, owner, query)
  let remaining = query.limit ?? Number.POSITIVE_INFINITY
  return async () => {
    if (remaining === 0) return []
    const rows = await readRows(deps.store.db, listing, owner, query, start, STREAM_PAGE)
    const isLast = rows.length < STREAM_PAGE
    if (rows.length > remaining) rows.length = remaining
    remaining = isLast ? 0 : remaining - rows.length
    start = { ...start, position: rows.at(-1)?.created_at ?? start.position }
    return rows.map(row => listing.toItem(row, owner))
  }
}
