import type { Row, Scan } from '@service/datasource-toolkit'
import { isMatchNone } from '@service/datasource-toolkit'
import { bindScan, runLookups } from './execute/execute.js'
import { type Run, runSteps } from './execute/steps/index.js'
import { phasesOf, scanChunks, streamToCut } from './execute/stream.js'
import { planCache } from './plan/plan-cache.js'
import { planList } from './plan/plan-list.js'
import type { EngineCall, ListQuery } from './query.js'

const plans = planCache((planning, query: ListQuery) => planList(planning, query, true))

export interface IterateOptions {
  /** Rows read from the source at a time. */
  readonly chunkSize?: number
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
  { chunkSize = 1000 }: IterateOptions = {},
): AsyncGenerator<Row[], void, undefined> {
  const plan = plans.get(query, call) ?? (await plans.make(query, call))
  if (plan.isEmpty) return
  const bindings = await runLookups(plan.lookups, call)
  const scan = bindScan(plan.scan, bindings)
  if (isMatchNone(scan.where)) return
  yield* prefetched(chunks({ plan, call, bindings }, scan, chunkSize))
}

async function* chunks(run: Run, scan: Scan, size: number): AsyncGenerator<Row[]> {
  const {
    chunk: chunkSteps,
    sort,
    page = scan.page && { page: scan.page },
    output,
  } = phasesOf(run.plan)
  if (sort) {
    const rows = await streamToCut(run, scan)
    for (let start = 0; start < rows.length; start += size) {
      yield runSteps(rows.slice(start, start + size), output, run)
    }
    return
  }
  let { skip, limit } = page?.page ?? { skip: 0, limit: Number.POSITIVE_INFINITY }
  for await (const chunk of scanChunks(run, scan, size)) {
    const rows = await runSteps(chunk, chunkSteps, run)
    const wanted = rows.slice(skip, skip + limit)
    skip = Math.max(0, skip - rows.length)
    limit -= wanted.length
    if (wanted.length > 0) yield runSteps(wanted, output, run)
    if (limit <= 0) return
  }
}

/** Starts reading the next chunk before handing out the current one. */
async function* prefetched<T>(source: AsyncGenerator<T>): AsyncGenerator<T, void, undefined> {
  let next = source.next()
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = source.next()
      // A failure is reported when its chunk is asked for, if it ever is.
      next.catch(() => {})
      yield value
    }
  } finally {
    await source.return(undefined).catch(() => {})
  }
}
