import type { AggregatePlan, ListPlan, Step } from '../plan/plan.js'
import type { ObservedStep, PlanObserver, PlanTracing } from './plan-observer.js'

/** The rows and milliseconds of a part of a plan, over all its chunks. */
export interface Measure {
  readonly rows: number
  readonly ms: number
}

/** Measures by part of the plan: a plan for its scan, or one of its steps. */
export type Measures = Map<object, Measure>

/** Follows one run of a plan. */
export interface Trace {
  readonly measures: Measures
  readonly observer?: PlanObserver
}

type Part = ListPlan | AggregatePlan | Step

export function startTrace(
  { observer }: PlanTracing,
  { collection }: ListPlan | AggregatePlan,
): Trace {
  observer?.started(collection.name)
  return { measures: new Map(), observer }
}

/** Runs a part of a plan, and adds to its measure when there is a trace. */
export async function traced<T>(
  trace: Trace | undefined,
  part: Part,
  run: () => T | Promise<T>,
): Promise<T> {
  if (!trace) return run()
  const { measures, observer } = trace
  const start = performance.now()
  const result = await (observer ? observed(observer, part, run) : run())
  const known = measures.get(part) ?? { rows: 0, ms: 0 }
  const rows = known.rows + countRows(result)
  measures.set(part, { rows, ms: known.ms + performance.now() - start })
  return result
}

/** Rows, or lines of rows. */
function countRows(result: unknown): number {
  const isCounted = typeof result === 'object' && result !== null && 'length' in result
  return isCounted ? Number(result.length) : 0
}

/** The scan of a plan is a call of its source, which is observed there. */
function observed<T>(
  observer: PlanObserver,
  part: Part,
  run: () => T | Promise<T>,
): T | Promise<T> {
  return part.kind === 'list' || part.kind === 'aggregate'
    ? run()
    : observer.step(describeStep(part), run)
}

function describeStep(part: Exclude<Part, { kind: 'list' | 'aggregate' }>): ObservedStep {
  const { kind } = part
  if (kind === 'join') return { kind, collection: part.relation.target.name, field: part.as }
  if (kind === 'compute') return { kind, collection: part.owner.name, field: part.column.name }
  return kind === 'fold' ? { kind, collection: part.collection.name } : { kind }
}
