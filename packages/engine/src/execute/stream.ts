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
  for await (const chunk of scanChunks(run, scan, rowsPerChunk)) {
    kept.push(...(await runSteps(chunk, chunkSteps, run)))
    if (!sort && kept.length >= last) break
    // Rows beyond the page are dropped from time to time rather than one by one.
    if (sort && kept.length > 2 * last + rowsPerChunk) kept = await sorted(kept)
  }
  const rows = await sorted(kept)
  return page ? rows.slice(page.page.skip, last) : rows
}

/** The rows of a scan in chunks, each starting after the last row of the one before. */
export async function* scanChunks(
  { plan, call }: Run,
  scan: Scan,
  size: number,
  ceiling: number = isStreamed(plan) ? plan.collection.settings.maxRowsInMemory : Infinity,
): AsyncGenerator<Row[]> {
  const { settings, name } = plan.collection
  // Without a primary key there is no place to resume from: all rows come at once.
  const limit = plan.isResumable ? size : ceiling
  let read = 0
  let after = scan.after
  for (;;) {
    const page = Number.isFinite(limit)
      ? { skip: 0, limit: Math.min(limit, ceiling - read) + 1 }
      : undefined
    const rows = await plan.source.list({ ...scan, page, after }, call)
    const hasMore = page !== undefined && rows.length === page.limit
    if (hasMore) rows.pop()
    read += rows.length
    if (rows.length > 0) yield rows
    if (!hasMore) break
    if (read >= ceiling || !plan.isResumable) throw new TooManyRowsError(name, ceiling)
    after = scan.orderBy.map(({ field }) => getField(rows.at(-1), field))
  }
  if (read > rowsWorthWarning && Number.isFinite(ceiling)) {
    settings.logger?.('Warn', `A request on '${name}' read ${read} rows to work in memory.`)
  }
}
