import {
  type Client,
  collectionPath,
  nextCursor,
  parseRecords,
  type Query,
  type Shown,
} from './client.js'
import { csvRows } from './csv-rows.js'
import { brief } from './examination.js'
import { MARK } from './model.js'

/** Records read in some way, or why that ended. */
export interface Reading {
  readonly records: readonly Shown[]
  readonly refusal?: string
}

/** Pages that never end are cut off where no table of the test reaches. */
const MAX_PAGES = 40

export async function readByNumber(
  client: Client,
  path: string,
  size: number,
  query: Query = {},
): Promise<Reading> {
  const records: Shown[] = []
  for (let number = 1; number < MAX_PAGES; number += 1) {
    const page = { ...query, 'page[size]': size, 'page[number]': number }
    const answer = await client.send('GET', path, page)
    if (answer.status !== 200) return { records, refusal: `page ${number}: ${brief(answer)}` }
    const found = parseRecords(answer.text)
    records.push(...found)
    if (found.length < size) break
  }
  return { records }
}

export async function readByCursor(
  client: Client,
  path: string,
  size: number,
  query: Query = {},
): Promise<Reading & { readonly status: number }> {
  const records: Shown[] = []
  let after: string | null | undefined = ''
  for (let pages = 0; typeof after === 'string' && pages < MAX_PAGES; pages += 1) {
    const page: Query = { ...query, 'page[size]': size, 'page[after]': after }
    const answer = await client.send('GET', path, page)
    const { status } = answer
    if (status !== 200) {
      return { records, status, refusal: `after ${records.length} records: ${brief(answer)}` }
    }
    records.push(...parseRecords(answer.text))
    after = nextCursor(answer.text)
  }
  return { records, status: 200 }
}

/** Marks of the rows of an export. */
export async function exportMarks(
  client: Client,
  collection: string,
  query: Query = {},
): Promise<{ readonly marks: readonly string[]; readonly refusal?: string }> {
  const fields = { [`fields[${collection}]`]: MARK }
  const answer = await client.send('GET', `${collectionPath(collection)}.csv`, {
    ...fields,
    ...query,
  })
  if (answer.status !== 200) return { marks: [], refusal: brief(answer) }
  return {
    marks: csvRows(answer.text)
      .slice(1)
      .map(([mark]) => mark ?? ''),
  }
}
