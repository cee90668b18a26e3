import { type ConditionTree, evaluate, type Row } from '@service/datasource-toolkit'
import { bindKeys } from '../../plan/key-set.js'
import type { Run } from '../run.js'
import { typeOf } from '../type-of.js'

export function filter(
  rows: Row[],
  { where }: { readonly where: ConditionTree },
  { plan, call, bindings }: Run,
): Row[] {
  const condition = bindings.size > 0 ? bindKeys(where, bindings) : where
  const types = typeOf(plan.collection)
  return rows.filter(row => evaluate(condition, row, types, call))
}
