import type { Row, Scan } from '@service/datasource-toolkit'
import { getField } from '@service/datasource-toolkit'
import { TooManyRowsError } from '../errors.js'
import type { ListPlan, Step } from '../plan/plan.js'
import type { Run } from './run.js'
import { runSteps } from './steps/index.js'
import { topRows } from './top-rows.js'
import { traced } from './trace.js'

/** The first chunk is often enough for a page; later chunks are larger, for fewer statements. */
export const memoryChunks: ChunkSizes = { first: 1000, size: 4000, isAhead: true }
const rowsWorthWarning = 10_000
const memoryKinds: ReadonlySet<Step['kind']> = new Set(['filter', 'sort', 'page'])

/** Whether rows are filtered, sorted or cut in memory. */
export function isStreamed({ steps }: ListPlan): boolean {
  return steps.some(({ kind }) => memoryKinds.has(kind))
}

interface Phases {
  /** Run for each chunk: joins, computed fields and the filter. */
  readonly chunk: readonly Step[]
  readonly sort?: Extract<Step, { kind: 'sort' }>
  readonly page?: Extract<Step, { kind: 'page' }>
  /** Run for the rows that remain. */
  readonly output: readonly Step[]
}

export function splitPhases({ steps }: ListPlan): Phases {
  const cut = steps.findLastIndex(({ kind }) => memoryKinds.has(kind)) + 1
  const inMemory = steps.slice(0, cut)
  return {
    chunk: inMemory.filter(({ kind }) => kind !== 'sort' && kind !== 'page'),
    sort: inMemory.find(step => step.kind === 'sort'),
    page: inMemory.find(step => step.kind === 'page'),
    output: steps.slice(cut),
  }
}

/** Reads chunk by chunk, keeping only the rows that can still be on the page. */
export async function streamList(run: Run, scan: Scan): Promise<Row[]> {
  const { output } = splitPhases(run.plan)
  return runSteps(await streamToCut(run, scan), output, run)
}

/** Returns the rows of the page, before the steps that only serve the output. */
export async function streamToCut(run: Run, scan: Scan): Promise<Row[]> {
  const { chunk: chunkSteps, sort, page } = splitPhases(run.plan)
  const last = page ? page.page.skip + page.page.limit : Number.POSITIVE_INFINITY
  const top = sort && topRows(sort, run.plan, last)
  const kept: Row[] = []
  for await (const chunk of scanChunks(run, scan, memoryChunks)) {
    const rows = await runSteps(chunk, chunkSteps, run)
    if (top) await traced(run.trace, sort, () => top.add(rows))
    else for (const row of rows) kept.push(row)
    if (!top && kept.length >= last) break
  }
  const rows = top ? await traced(run.trace, sort, () => top.sorted()) : kept
  return page ? rows.slice(page.page.skip, last) : rows
}

/** Reads chunks as rows, or as cells. */
export interface ChunkReader<T> {
  read(scan: Scan): Promise<T[]>
  /** Returns the sort values of a row, after which the next chunk starts. */
  readCursor(row: T): readonly unknown[]
  /** Reads all rows of a scan that cannot be resumed, in one statement. */
  readAll?(scan: Scan, chunkSize: number): AsyncIterable<T[]>
}

/** Yields the rows of a scan in chunks, each starting after the last row of the previous one. */
export function scanChunks(
  run: Run,
  scan: Scan,
  sizes: ChunkSizes,
  ceiling?: number,
): AsyncGenerator<Row[]> {
  const reader: ChunkReader<Row> = {
    read: chunk => traced(run.trace, run.plan, () => run.plan.source.list(chunk, run.call)),
    readCursor: row => scan.orderBy.map(({ field }) => getField(row, field)),
    ...(run.plan.source.listChunks && { readAll: (whole, size) => readAll(run, whole, size) }),
  }
  return readChunks(run, scan, reader, sizes, ceiling)
}

async function* readAll(
  { plan, call, trace }: Run,
  scan: Scan,
  size: number,
): AsyncGenerator<Row[]> {
  const chunks = plan.source.listChunks!(scan, size, call)[Symbol.asyncIterator]()
  const next = async (): Promise<Row[] | undefined> => (await chunks.next()).value
  try {
    for (;;) {
      const rows = await traced(trace, plan, next)
      if (!rows) return
      yield rows
    }
  } finally {
    await chunks.return?.()
  }
}

export interface ChunkSizes {
  readonly size: number
  /** Size of the first chunk; a smaller one arrives earlier. */
  readonly first?: number
  /** Reads the next chunk while the current one is processed. */
  readonly isAhead?: boolean
}

export function readChunks<T>(
  { plan, call }: Run,
  scan: Scan,
  reader: ChunkReader<T>,
  sizes: ChunkSizes,
  ceiling: number = isStreamed(plan) ? plan.collection.settings.maxRowsInMemory : Infinity,
): AsyncGenerator<T[]> {
  return plan.isResumable || !reader.readAll
    ? resumedChunks({ plan, call }, scan, reader, sizes, ceiling)
    : cappedChunks(plan, reader.readAll({ ...scan, page: undefined }, sizes.size), ceiling)
}

async function* cappedChunks<T>(
  plan: ListPlan,
  chunks: AsyncIterable<T[]>,
  ceiling: number,
): AsyncGenerator<T[]> {
  let count = 0
  try {
    for await (const rows of chunks) {
      const left = ceiling - count
      count += rows.length
      yield rows.length > left ? rows.slice(0, left) : rows
      if (rows.length > left) throw new TooManyRowsError(plan.collection.name, ceiling)
    }
  } finally {
    if (Number.isFinite(ceiling)) warnOfMany(plan, count)
  }
}

async function* resumedChunks<T>(
  { plan, call }: Pick<Run, 'plan' | 'call'>,
  scan: Scan,
  reader: ChunkReader<T>,
  { size, first = size, isAhead = false }: ChunkSizes,
  ceiling: number,
): AsyncGenerator<T[]> {
  let count = 0
  const read = (after: Scan['after']) => {
    // Not every source checks the signal, and chunks without a match never reach code that does.
    call.signal?.throwIfAborted()
    // Without a primary key the scan cannot be resumed, so all rows are read in one statement.
    const wanted = plan.isResumable ? (count ? size : first) : ceiling
    return readChunk(reader, { ...scan, after }, Math.min(wanted, ceiling - count))
  }
  try {
    let next = read(scan.after)
    for (let hasMore = true; hasMore; ) {
      const chunk = await next
      const { rows, after } = chunk
      hasMore = chunk.hasMore
      count += rows.length
      const canResume = hasMore && count < ceiling && plan.isResumable
      // A reader that continues after the first chunk will probably read all of them.
      const isEarly = isAhead && count > first
      if (canResume && isEarly) next = prefetch(read(after))
      if (rows.length > 0) yield rows
      if (hasMore && !canResume) throw new TooManyRowsError(plan.collection.name, ceiling)
      if (canResume && !isEarly) next = read(after)
    }
  } finally {
    if (Number.isFinite(ceiling)) warnOfMany(plan, count)
  }
}

interface Chunk<T> {
  readonly rows: T[]
  readonly hasMore: boolean
  /** Where the next chunk starts. */
  readonly after: Scan['after']
}

async function readChunk<T>(
  { read, readCursor }: ChunkReader<T>,
  scan: Scan,
  limit: number,
): Promise<Chunk<T>> {
  const page = Number.isFinite(limit) ? { skip: 0, limit: limit + 1 } : undefined
  const rows = await read({ ...scan, page })
  const hasMore = page !== undefined && rows.length === page.limit
  if (hasMore) rows.pop()
  const last = rows.at(-1)
  // Read before the rows are yielded, because the consumer may change them.
  return { rows, hasMore, after: hasMore && last ? readCursor(last) : undefined }
}

/** A failure is thrown only when the chunk is consumed. */
function prefetch<T>(chunk: Promise<T>): Promise<T> {
  chunk.catch(() => {})
  return chunk
}

function warnOfMany({ collection: { name, settings } }: ListPlan, count: number): void {
  if (count <= rowsWorthWarning) return
  settings.logger?.('Warn', `A request on '${name}' read ${count} rows to work in memory.`)
}
