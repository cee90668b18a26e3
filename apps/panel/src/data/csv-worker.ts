import Papa from 'papaparse'
import type { CsvChoices, CsvRequest, CsvResponse } from './csv-messages.js'

/** The rows of a file, one after the other: it is never in memory as a whole. */
interface OpenFile {
  readonly rows: AsyncGenerator<readonly string[]>
  readonly readBytes: () => number
}

const headBytes = 64 * 1024
const sampleRows = 20

let open: OpenFile | undefined
let queue: Promise<void> = Promise.resolve()

self.onmessage = ({ data }: MessageEvent<CsvRequest>) => {
  queue = queue
    .then(() => respond(data))
    .then(
      response => self.postMessage(response),
      (error: unknown) =>
        self.postMessage({ kind: 'failed', message: String(error) } satisfies CsvResponse),
    )
}

async function respond(request: CsvRequest): Promise<CsvResponse> {
  if (request.kind === 'open') return openFile(request.file, request.choices)
  const rows: (readonly string[])[] = []
  while (open && rows.length < request.count) {
    const next = await open.rows.next()
    if (next.done) break
    rows.push(next.value)
  }
  return { kind: 'rows', rows, bytes: open?.readBytes() ?? 0 }
}

async function openFile(file: File, choices: CsvChoices): Promise<CsvResponse> {
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
  const encoding = choices.encoding ?? (await detectEncoding(file, bytes))
  const text = new TextDecoder(encoding).decode(bytes)
  const delimiter = choices.delimiter ?? detectDelimiter(text)
  const isWhole = bytes.length === file.size
  const parsed = Papa.parse<string[]>(text, { delimiter, preview: sampleRows + 1 })
  const shown = parsed.data.filter(row => !isBlank(row))
  // The last row of a part of the file may not be complete.
  const first = isWhole || shown.length > 1 ? shown.slice(0, sampleRows + 1) : shown
  const width = Math.max(0, ...first.map(row => row.length))
  const header = choices.hasHeader
    ? (first[0] ?? [])
    : Array.from({ length: width }, (_, index) => String(index + 1))
  const samples = choices.hasHeader ? first.slice(1) : first
  let read = 0
  const rows = readRows(file, encoding, delimiter, count => {
    read += count
  })
  if (choices.hasHeader) await rows.next()
  open = { rows, readBytes: () => read }
  return { kind: 'opened', head: { header, samples, delimiter, encoding } }
}

/** UTF-8 unless the bytes say otherwise: a mark at the start, or bytes that are no UTF-8. */
async function detectEncoding(file: File, bytes: Uint8Array): Promise<string> {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    const reader = file.stream().getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      decoder.decode(part.value, { stream: true })
    }
    decoder.decode()
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** The sign that divides the first rows into the same number of cells. */
function detectDelimiter(text: string): string {
  const { meta } = Papa.parse(text, {
    preview: sampleRows,
    delimitersToGuess: [',', ';', '\t', '|'],
  })
  return meta.delimiter || ','
}

async function* readRows(
  file: File,
  encoding: string,
  delimiter: string,
  onRead: (bytes: number) => void,
): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder(encoding)
  const reader = file.stream().getReader()
  let rest = ''
  for (let isLast = false; !isLast; ) {
    const part = await reader.read()
    isLast = part.done
    onRead(part.value?.length ?? 0)
    rest += decoder.decode(part.value, { stream: !isLast })
    const newline = findNewline(rest)
    // Without a complete line there is nothing to parse yet.
    if (newline === undefined && !isLast) continue
    const parser = new Papa.Parser({ delimiter, newline: newline ?? '\n' })
    const parsed = parser.parse(rest, 0, !isLast) as unknown as Papa.ParseResult<string[]>
    rest = isLast ? '' : rest.slice(parsed.meta.cursor)
    for (const row of parsed.data) if (!isBlank(row)) yield row
  }
}

/** The first line break outside of quotes. */
function findNewline(text: string): '\r\n' | '\n' | '\r' | undefined {
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && sign === '\n') return '\n'
    else if (!isQuoted && sign === '\r' && at + 1 < text.length) {
      return text[at + 1] === '\n' ? '\r\n' : '\r'
    }
  }
  return undefined
}

const isBlank = (row: readonly string[]) => row.every(cell => cell.trim() === '')
