import type { PlanTracing } from './execute/plan-observer.js'
import { startTrace, type Trace } from './execute/trace.js'
import { explainPlan } from './plan/explain.js'
import type { AggregatePlan, ListPlan } from './plan/plan.js'

/** Runs a plan and reports it with the rows and milliseconds of each part. */
export async function measured<T extends readonly unknown[]>(
  tracing: PlanTracing,
  plan: ListPlan | AggregatePlan,
  run: (trace: Trace) => Promise<T>,
): Promise<T> {
  const trace = startTrace(tracing, plan)
  const start = performance.now()
  const rows = await run(trace)
  tracing.debug?.(formatReport(plan, trace, rows.length, start))
  return rows
}

/** Like `measured`, for rows in chunks; reports after the last one is consumed. */
export async function* measuredChunks<T extends { readonly length: number }>(
  debug: (text: string) => void,
  plan: ListPlan,
  trace: Trace,
  chunks: AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  const start = performance.now()
  let count = 0
  try {
    for await (const chunk of chunks) {
      count += chunk.length
      yield chunk
    }
  } finally {
    debug(formatReport(plan, trace, count, start))
  }
}

function formatReport(
  plan: ListPlan | AggregatePlan,
  { measures }: Trace,
  count: number,
  start: number,
): string {
  const ms = (performance.now() - start).toFixed(1)
  return `${explainPlan(plan, measures)}\n  ${count} rows in ${ms} ms`
}
