import { escapeFormula, quoteCell, ValidationError } from '@service/base'
import type { CsvChunk } from '@service/engine'
import type { HttpResponse } from '@service/http'
import { exportedName } from '../query/exported-name.js'
import type { Parameters } from '../query/parameters.js'
import type { ParsedList } from '../query/parsed-list.js'
import type { ViewPath } from '../query/uses.js'
import { attachment } from './attachment.js'
import { csvLine, csvLines } from './csv.js'

/** Streams lines and rows of cells as CSV. The first chunk is read before the response starts, so that errors keep their status. */
export async function csvResponse(
  { collection, columns }: ParsedList,
  chunks: AsyncIterator<CsvChunk>,
  parameters: Parameters,
  escapesFormulas: boolean,
): Promise<HttpResponse> {
  const writeText = escapesFormulas ? escapeFormula : quoteCell
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
  let next: IteratorResult<CsvChunk> | undefined = await chunks.next()
  let isStarted = false
  let isEnded = false
  const body: AsyncIterator<string | Uint8Array> = {
    async next() {
      if (!isStarted) {
        isStarted = true
        return { done: false, value: header }
      }
      // An empty chunk is not the end: others may follow.
      while (!isEnded) {
        const chunk = next ?? (await chunks.next())
        next = undefined
        isEnded = chunk.done === true
        if (chunk.done || chunk.value.length === 0) continue
        return {
          done: false,
          value: 'bytes' in chunk.value ? chunk.value.bytes : write(chunk.value),
        }
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
}

function columnTitle({ relations, column }: ViewPath): string {
  return [...relations, column].map(exportedName).join(':')
}

/** Whether cells that a spreadsheet would run are escaped; undefined when the request does not say. */
export function parseEscapeFormulas(parameters: Parameters): boolean | undefined {
  const text = parameters('escapeFormulas')
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
