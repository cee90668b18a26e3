import { type ConditionTree, evaluate, type Row } from '@service/datasource-toolkit'
import { bindKeys } from '../../plan/key-set.js'
import { createTypeLookup } from '../create-type-lookup.js'
import type { Run } from '../run.js'

export function filter(
  rows: Row[],
  { where }: { readonly where: ConditionTree },
  { plan, call, bindings }: Run,
): Row[] {
  const condition = bindings.size > 0 ? bindKeys(where, bindings) : where
  const types = createTypeLookup(plan.collection)
  return rows.filter(row => evaluate(condition, row, types, call))
}
