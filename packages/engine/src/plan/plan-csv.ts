import type { ListQuery } from '../query.js'
import { cellPaths } from './cell-paths.js'
import type { CsvPlan, ListPlan } from './plan.js'

/** Adds to the plan of an export who writes its lines. */
export function planCsv(plan: ListPlan, query: ListQuery): ListPlan {
  const { otherwise } = plan
  return {
    ...plan,
    csv: chooseWriter(plan, query),
    ...(otherwise && { otherwise: planCsv(otherwise, query) }),
  }
}

function chooseWriter(plan: ListPlan, query: ListQuery): CsvPlan {
  const reason = findObstacle(plan, query)
  return reason === undefined ? { kind: 'source' } : { kind: 'agent', reason }
}

/** Returns why the source cannot write the lines; undefined when it can. */
function findObstacle(
  { source, scan, steps, isResumable }: ListPlan,
  { collection, projection }: ListQuery,
): string | undefined {
  if (!source.listCsv || !source.findUnwritable) return 'the source writes no CSV'
  if (collection.hooks?.List?.After.length) return 'hooks receive the records'
  const step = steps.find(({ kind }) => kind !== 'shape')
  if (step) return `${step.kind} in memory`
  if (!isResumable || scan.page?.skip) return 'not read by key'
  if (projection.length === 0) return 'no column'
  const paths = new Set(cellPaths(scan.select))
  const missing = projection.find(path => !paths.has(path))
  if (missing !== undefined) return `the source has no ${missing}`
  const unwritable = source.findUnwritable(scan, projection)
  return unwritable === undefined ? undefined : `the source cannot write ${unwritable}`
}
