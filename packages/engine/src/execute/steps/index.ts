import type { Row } from '@service/datasource-toolkit'
import type { KeyBindings } from '../../plan/key-set.js'
import type { ListPlan, Step } from '../../plan/plan.js'
import type { EngineCall } from '../../query.js'
import { type Trace, traced } from '../trace.js'
import { compute } from './compute.js'
import { filter } from './filter.js'
import { join } from './join.js'
import { page } from './page.js'
import { shape } from './shape.js'
import { sort } from './sort.js'
import { unwrap } from './unwrap.js'

/** What a step may need besides its rows. */
export interface Run {
  readonly plan: ListPlan
  readonly call: EngineCall
  readonly bindings: KeyBindings
  /** Measures each part; absent unless somebody listens. */
  readonly trace?: Trace
}

type StepRunners = {
  readonly [K in Step['kind']]: (
    rows: Row[],
    step: Extract<Step, { kind: K }>,
    run: Run,
  ) => Row[] | Promise<Row[]>
}

const runners: StepRunners = { compute, filter, join, page, shape, sort, unwrap }

export async function runSteps(rows: Row[], steps: readonly Step[], run: Run): Promise<Row[]> {
  let current = rows
  for (const step of steps) {
    if (current.length === 0) return current
    const rows = current
    const result = run.trace
      ? traced(run.trace, step, () => runStep(rows, step, run))
      : runStep(rows, step, run)
    current = result instanceof Promise ? await result : result
  }
  return current
}

function runStep<K extends Step['kind']>(
  rows: Row[],
  step: Extract<Step, { kind: K }>,
  run: Run,
): Row[] | Promise<Row[]> {
  return runners[step.kind as K](rows, step, run)
}
