import { escapeFormula, quoteCell, ValidationError } from '@service/base'
import type { HttpResponse } from '@service/http'
import type { ResolvedOptions } from '../options.js'
import { exportedName } from '../query/exported-name.js'
import type { Parameters } from '../query/parameters.js'
import type { ParsedList } from '../query/parsed-list.js'
import type { ViewPath } from '../query/uses.js'
import { attachment } from './attachment.js'
import { csvLine, csvLines } from './csv.js'

type Cells = readonly (readonly unknown[])[]
type CsvOptions = Pick<ResolvedOptions, 'limitExportSize' | 'escapeCsvFormulas'>

/** Streams rows of cells as CSV. The first chunk is read before the response starts, so that errors keep their status. */
export async function csvResponse(
  { collection, columns }: ParsedList,
  chunks: AsyncIterator<Cells>,
  parameters: Parameters,
  { limitExportSize = Number.POSITIVE_INFINITY, escapeCsvFormulas }: CsvOptions,
): Promise<HttpResponse> {
  const isEscaped = parseFlag(parameters('escapeFormulas')) ?? escapeCsvFormulas
  const writeText = isEscaped ? escapeFormula : quoteCell
  const titles = parseHeader(parameters('header')) ?? columns.map(columnTitle)
  const header = csvLine(titles, writeText)
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': contentDisposition(parameters('filename'), collection.name),
    'cache-control': 'no-cache',
    'last-modified': new Date().toUTCString(),
    'x-accel-buffering': 'no',
  }
  const write = csvLines(collection, columns, writeText)
  let next: IteratorResult<Cells> | undefined = await chunks.next()
  let text = header
  let left = limitExportSize
  let isEnded = false
  const body: AsyncIterator<string> = {
    async next() {
      // An empty chunk is not the end: others may follow.
      while (!isEnded) {
        const chunk = next ?? (await chunks.next())
        next = undefined
        if (!chunk.done) text += write(cut(chunk.value))
        isEnded = chunk.done === true || left <= 0
        if (isEnded) await chunks.return?.()
        if (text !== '') return { done: false, value: takeText() }
      }
      return { done: true, value: undefined }
    },
    async return() {
      isEnded = true
      await chunks.return?.()
      return { done: true, value: undefined }
    },
  }
  return { status: 200, headers, body: { [Symbol.asyncIterator]: () => body } }

  function takeText(): string {
    const taken = text
    text = ''
    return taken
  }

  function cut(rows: Cells): Cells {
    const kept = rows.length > left ? rows.slice(0, left) : rows
    left -= kept.length
    return kept
  }
}

function columnTitle({ relations, column }: ViewPath): string {
  return [...relations, column].map(exportedName).join(':')
}

/** Whether cells that a spreadsheet would run are escaped; undefined when the request does not say. */
function parseFlag(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined
  if (text === 'true' || text === 'false') return text === 'true'
  throw new ValidationError(`escapeFormulas is '${text}'. It must be 'true' or 'false'.`)
}

/** A comma-separated list, or a JSON array of texts. */
function parseHeader(text: string | undefined): readonly string[] | undefined {
  if (text === undefined || text === '') return undefined
  if (!text.startsWith('[')) return text.split(',')
  try {
    const titles: unknown = JSON.parse(text)
    if (Array.isArray(titles)) return titles.map(String)
  } catch (cause) {
    throw new ValidationError('header must be a list between commas or a JSON array.', { cause })
  }
  return undefined
}

function contentDisposition(given: string | undefined, collection: string): string {
  const cleaned = (given ?? '').replace(/[\p{Cc}\p{Cs}"\\/:*?<>|]/gu, '').trim()
  const base = cleaned === '' ? collection : cleaned
  return attachment(/\.csv$/i.test(base) ? base : `${base}.csv`)
}
