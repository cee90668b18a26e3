import type { Scan } from '@service/datasource-toolkit'
import type { PlannedStatement } from '../database.js'
import { compileList, listShape, withPageWritten } from './compile-list.js'
import {
  createDedicatedPlanPolicy,
  type DedicatedPlanPolicy,
  refuseDedicatedPlan,
} from './dedicated-plan-policy.js'
import type { ShapeContext } from './shape.js'
import { bind, type SqlText } from './slots.js'

/**
 * Statements of one shape with the size of the page written into them. When it is a parameter,
 * PostgreSQL does not know that few rows are wanted, and plans each run anew.
 */
export interface WrittenPages {
  readonly policy: DedicatedPlanPolicy
  readonly bySize: Map<number, SqlText & { readonly name: string }>
}

/** Most lists are requested with one size. */
const MAX_SIZES = 3

export const createWrittenPages = (): WrittenPages => ({
  policy: createDedicatedPlanPolicy(),
  bySize: new Map(),
})

/** Returns the statement of a first page, or of one after a cursor; undefined where there is none. */
export function planPage(
  context: ShapeContext,
  scan: Scan,
  shapeValues: readonly unknown[],
  { policy, bySize }: WrittenPages,
  createName: () => string | undefined,
): PlannedStatement | undefined {
  const { page } = scan
  if (!page || page.skip > 0 || !policy.isDedicatedUsed) return undefined
  let known = bySize.get(page.limit)
  if (!known) {
    const name = bySize.size < MAX_SIZES ? createName() : undefined
    if (!name) return undefined
    const shape = withPageWritten(listShape(context, scan), page)
    known = { ...compileList(context, scan, shape), name }
    bySize.set(page.limit, known)
  }
  const { text, slots, name } = known
  return { text, name, values: bind(slots, shapeValues), onLate: () => refuseDedicatedPlan(policy) }
}
