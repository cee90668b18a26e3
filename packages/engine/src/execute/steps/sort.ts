import type { Row } from '@service/datasource-toolkit'
import type { Step } from '../../plan/plan.js'
import type { Run } from '../run.js'
import { topRows } from '../top-rows.js'

export function sort(
  rows: Row[],
  step: Extract<Step, { kind: 'sort' }>,
  { plan }: Pick<Run, 'plan'>,
): Row[] {
  const top = topRows(step, plan, Number.POSITIVE_INFINITY)
  top.add(rows)
  return top.sorted()
}
