import type { Page, Row, Scan } from '@service/datasource-toolkit'
import { isMatchNone } from '@service/datasource-toolkit'
import { bindLookups, noKeys, runList } from './execute/execute.js'
import type { Run } from './execute/run.js'
import { runSteps } from './execute/steps/index.js'
import { type ChunkSizes, scanChunks, splitPhases, streamToCut } from './execute/stream.js'
import { startTrace, type Trace } from './execute/trace.js'
import { runHooks } from './hooks/run-hooks.js'
import { visibleListFilter } from './hooks/visible-filter.js'
import { measuredChunks } from './measured.js'
import type { EngineCall } from './model/model.js'
import type { ListPlan } from './plan/plan.js'
import { type PlanCache, planCache } from './plan/plan-cache.js'
import { planList } from './plan/plan-list.js'
import type { ListQuery } from './query.js'

const plans = planCache((planning, query: ListQuery) => planList(planning, query, true))

export interface IterateOptions {
  /** Rows per chunk. */
  readonly chunkSize?: number
  /** Rows of the first chunk; fewer rows arrive earlier. */
  readonly firstChunkSize?: number
}

/**
 * Reads all records of a query chunk by chunk, the next one while the current one is consumed.
 *
 * @example
 * for await (const rows of iterate(query, call, { chunkSize: 500 })) console.log(rows.length)
 */
export async function* iterate(
  query: ListQuery,
  call: EngineCall,
  options: IterateOptions = {},
): AsyncGenerator<Row[], void, undefined> {
  const start = await startIteration(query, call)
  if (start) yield* prefetched(reported(start, seenRows(start, chunkSizes(options))))
}

/** A run and its scan, with the keys of its lookups. */
export interface Iteration {
  readonly run: Run
  readonly scan: Scan
  /** Runs the hooks on each chunk; absent without hooks. */
  readonly runHooksOnChunk?: (rows: Row[]) => Promise<Row[]>
}

/** Undefined when no row can match. */
export async function startIteration(
  query: ListQuery,
  call: EngineCall,
  planned: PlanCache<ListQuery, ListPlan> = plans,
): Promise<Iteration | undefined> {
  const isHooked = query.collection.hooks?.List && call.isOuter
  const runHooksOnChunk = isHooked ? await startHooks(query, call) : undefined
  const plan = planned.get(query, call) ?? (await planned.make(query, call))
  const { tracing } = plan.collection.settings
  const trace = tracing && startTrace(tracing, plan)
  const started = await startScan(plan, call, trace)
  return started && { ...started, runHooksOnChunk }
}

async function startScan(
  plan: ListPlan,
  call: EngineCall,
  trace: Trace | undefined,
): Promise<Iteration | undefined> {
  if (plan.isEmpty) return undefined
  const ready = await bindLookups(plan, call, noKeys, trace)
  if (!ready) return startScan(plan.otherwise!, call, trace)
  const { bindings, scan } = ready
  return isMatchNone(scan.where)
    ? undefined
    : { run: { plan, call, bindings, runList, trace }, scan }
}

/** Runs the `Before` hooks; returns the function for each chunk, if there are `After` hooks. */
async function startHooks(
  query: ListQuery,
  call: EngineCall,
): Promise<Iteration['runHooksOnChunk']> {
  const { collection, projection } = query
  const filter = visibleListFilter(query, call)
  const hookInput = { filter, projection: Object.freeze([...projection]) }
  await runHooks(collection, 'Before', 'List', call, hookInput)
  if (collection.hooks?.List?.After.length === 0) return undefined
  return async rows => {
    const records = Object.freeze([...rows])
    await runHooks(collection, 'After', 'List', call, { ...hookInput, records })
    return rows
  }
}

export function chunkSizes({ chunkSize = 1000, firstChunkSize }: IterateOptions): ChunkSizes {
  return { size: chunkSize, first: firstChunkSize ?? chunkSize }
}

/** Reports the plan after the last chunk, if `debug` is set. */
export function reported<T extends { readonly length: number }>(
  { run: { plan, trace } }: Iteration,
  chunks: AsyncGenerator<T, void, undefined>,
): AsyncGenerator<T, void, undefined> {
  const { debug } = plan.collection.settings
  return debug && trace ? measuredChunks(debug, plan, trace, chunks) : chunks
}

/** Returns the rows after the hooks changed them. */
export function seenRows(
  start: Iteration,
  sizes: ChunkSizes,
): AsyncGenerator<Row[], void, undefined> {
  const chunks = rowChunks(start, sizes)
  return start.runHooksOnChunk ? mapChunks(chunks, start.runHooksOnChunk) : chunks
}

async function* rowChunks(
  { run, scan }: Iteration,
  sizes: ChunkSizes,
): AsyncGenerator<Row[], void, undefined> {
  const { chunk: chunkSteps, sort, page, output } = splitPhases(run.plan)
  if (sort) {
    const rows = await streamToCut(run, scan)
    for (let start = 0; start < rows.length; start += sizes.size) {
      yield runSteps(rows.slice(start, start + sizes.size), output, run)
    }
    return
  }
  const worked = mapChunks(scanChunks(run, scan, sizes), rows => runSteps(rows, chunkSteps, run))
  const cut = cutPage(worked, page?.page ?? scan.page)
  yield* mapChunks(cut, rows => runSteps(rows, output, run))
}

export async function* mapChunks<T, U>(
  chunks: AsyncIterable<T>,
  change: (chunk: T) => U | Promise<U>,
): AsyncGenerator<U, void, undefined> {
  for await (const chunk of chunks) yield change(chunk)
}

/** Yields only the rows of the page, and no empty chunk. */
export async function* cutPage<T>(
  chunks: AsyncIterable<T[]>,
  { skip, limit }: Page = { skip: 0, limit: Number.POSITIVE_INFINITY },
): AsyncGenerator<T[], void, undefined> {
  if (limit <= 0) return
  let seen = 0
  for await (const chunk of chunks) {
    const start = skip - seen
    seen += chunk.length
    if (chunk.length > 0 && seen > skip) yield chunk.slice(Math.max(0, start), start + limit)
    if (seen - skip >= limit) return
  }
}

/** Starts reading the next chunk before yielding the current one. */
export async function* prefetched<T>(
  source: AsyncGenerator<T>,
): AsyncGenerator<T, void, undefined> {
  let next = source.next()
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = source.next()
      // A failure is thrown only when the chunk is consumed.
      next.catch(() => {})
      yield value
    }
  } finally {
    await source.return(undefined).catch(() => {})
  }
}
