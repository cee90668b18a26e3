import type { Row } from '@service/datasource-toolkit'
import type { Step } from '../../plan/plan.js'
import type { Run } from '../run.js'
import { traced } from '../trace.js'
import { compute } from './compute.js'
import { filter } from './filter.js'
import { join } from './join.js'
import { page } from './page.js'
import { shape } from './shape.js'
import { sort } from './sort.js'
import { unwrap } from './unwrap.js'

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
