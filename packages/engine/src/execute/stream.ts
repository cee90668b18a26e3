import type { Row, Scan } from '@service/datasource-toolkit'
import { getField } from '@service/datasource-toolkit'
import { TooManyRowsError } from '../errors.js'
import type { ListPlan, Step } from '../plan/plan.js'
import { type Run, runSteps } from './steps/index.js'

const rowsPerChunk = 1000
const rowsWorthWarning = 10_000
const memoryKinds: ReadonlySet<Step['kind']> = new Set(['filter', 'sort', 'page'])

/** Rows are filtered, sorted or cut in memory. */
export function isStreamed({ steps }: ListPlan): boolean {
  return steps.some(({ kind }) => memoryKinds.has(kind))
}

interface Phases {
  /** For each chunk: joins, computed fields and the filter. */
  readonly chunk: readonly Step[]
  readonly sort?: Extract<Step, { kind: 'sort' }>
  readonly page?: Extract<Step, { kind: 'page' }>
  /** For the rows that remain. */
  readonly output: readonly Step[]
}

export function phasesOf({ steps }: ListPlan): Phases {
  const cut = steps.findLastIndex(({ kind }) => memoryKinds.has(kind)) + 1
  const inMemory = steps.slice(0, cut)
  return {
    chunk: inMemory.filter(({ kind }) => kind !== 'sort' && kind !== 'page'),
    sort: inMemory.find(step => step.kind === 'sort'),
    page: inMemory.find(step => step.kind === 'page'),
    output: steps.slice(cut),
  }
}

/** Reads chunk after chunk, keeping only the rows that can still be on the page. */
export async function streamList(run: Run, scan: Scan): Promise<Row[]> {
  const { output } = phasesOf(run.plan)
  return runSteps(await streamToCut(run, scan), output, run)
}

/** The rows of the page, before the steps that only serve the output. */
export async function streamToCut(run: Run, scan: Scan): Promise<Row[]> {
  const { chunk: chunkSteps, sort, page } = phasesOf(run.plan)
  const last = page ? page.page.skip + page.page.limit : Number.POSITIVE_INFINITY
  const sorted = (rows: Row[]) =>
    sort ? runSteps(rows, [sort], run).then(all => all.slice(0, last)) : rows
  let kept: Row[] = []
  for await (const chunk of scanChunks(run, scan, { size: rowsPerChunk })) {
    kept.push(...(await runSteps(chunk, chunkSteps, run)))
    if (!sort && kept.length >= last) break
    // Rows beyond the page are dropped from time to time rather than one by one.
    if (sort && kept.length > 2 * last + rowsPerChunk) kept = await sorted(kept)
  }
  const rows = await sorted(kept)
  return page ? rows.slice(page.page.skip, last) : rows
}

/** How chunks are read: as rows, or as their cells. */
export interface ChunkReader<T> {
  read(scan: Scan): Promise<T[]>
  /** The values of the scan's order in a row: what the next chunk starts after. */
  placeOf(row: T): readonly unknown[]
}

/** The rows of a scan in chunks, each starting after the last row of the one before. */
export function scanChunks(
  run: Run,
  scan: Scan,
  sizes: ChunkSizes,
  ceiling?: number,
): AsyncGenerator<Row[]> {
  const reader: ChunkReader<Row> = {
    read: chunk => run.plan.source.list(chunk, run.call),
    placeOf: row => scan.orderBy.map(({ field }) => getField(row, field)),
  }
  return readChunks(run, scan, reader, sizes, ceiling)
}

export interface ChunkSizes {
  readonly size: number
  /** A smaller first chunk comes earlier. */
  readonly first?: number
}

export async function* readChunks<T>(
  { plan }: Run,
  scan: Scan,
  { read, placeOf }: ChunkReader<T>,
  { size, first = size }: ChunkSizes,
  ceiling: number = isStreamed(plan) ? plan.collection.settings.maxRowsInMemory : Infinity,
): AsyncGenerator<T[]> {
  const { settings, name } = plan.collection
  let count = 0
  let after = scan.after
  for (let hasMore = true; hasMore; ) {
    // Without a primary key there is no place to resume from: all rows come at once.
    const limit = Math.min(plan.isResumable ? (count ? size : first) : ceiling, ceiling - count)
    const page = Number.isFinite(limit) ? { skip: 0, limit: limit + 1 } : undefined
    const rows = await read({ ...scan, page, after })
    hasMore = page !== undefined && rows.length === page.limit
    if (hasMore) rows.pop()
    count += rows.length
    const last = rows.at(-1)
    // Before the rows are given away: they may be changed there.
    if (hasMore && plan.isResumable && last) after = placeOf(last)
    if (rows.length > 0) yield rows
    if (hasMore && (count >= ceiling || !plan.isResumable)) {
      throw new TooManyRowsError(name, ceiling)
    }
  }
  if (count > rowsWorthWarning && Number.isFinite(ceiling)) {
    settings.logger?.('Warn', `A request on '${name}' read ${count} rows to work in memory.`)
  }
}
