import { z } from 'zod'
import type { Instant } from '../../store/instant.js'
import type { Call } from '../route.js'
import type { CsvFormat } from './csv.js'
import type { Listing, ListQuery, Owner } from './listing.js'
import { streamCsv, streamList } from './stream-list.js'

/** The parameter that chooses the format of an exported list. */
export const exportFields = {
  format: z.enum(['ndjson', 'csv']).meta({
    description: 'ndjson: the lines of the public API. csv: a table that is safe for spreadsheets.',
  }),
}

type ExportCall = Call<unknown, ListQuery & { readonly format: 'ndjson' | 'csv' }>

/**
 * Responds with a whole list as a file, which browsers save while it arrives. A link cannot choose a format by
 * `Accept`, so a parameter does.
 */
export async function exportList<Row extends { readonly created_at: Instant }, Item extends object>(
  call: ExportCall,
  listing: Listing<Row, Item>,
  owner: Owner,
  csv: CsvFormat<Item>,
): Promise<Response> {
  const { format } = call.query
  const response =
    format === 'csv'
      ? await streamCsv(call, listing, owner, csv)
      : await streamList(call, listing, owner)
  response.headers.set('Content-Disposition', `attachment; filename="${listing.name}.${format}"`)
  return response
}
