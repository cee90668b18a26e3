/** The rows and milliseconds of a part of a plan, over all its chunks. */
export interface Measure {
  readonly rows: number
  readonly ms: number
}

/** Measures by part of the plan: a plan for its scan, or one of its steps. */
export type Trace = Map<object, Measure>

/** Runs a part of a plan, and adds to its measure when there is a trace. */
export async function traced<T>(
  trace: Trace | undefined,
  part: object,
  run: () => T | Promise<T>,
): Promise<T> {
  if (!trace) return run()
  const start = performance.now()
  const result = await run()
  const known = trace.get(part) ?? { rows: 0, ms: 0 }
  const rows = known.rows + (Array.isArray(result) ? result.length : 0)
  trace.set(part, { rows, ms: known.ms + performance.now() - start })
  return result
}
