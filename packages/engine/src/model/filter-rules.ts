import type { ColumnType, Operator } from '@service/datasource-toolkit'
import { legalOperators, reachableOperators } from '@service/datasource-toolkit'
import type { FilterRule } from './model.js'

type FilterRules = ReadonlyMap<Operator, FilterRule>

const native: FilterRule = { kind: 'native' }
const equivalent: FilterRule = { kind: 'equivalent' }
const known = new WeakMap<ReadonlySet<Operator>, Map<string, FilterRules>>()

/** What a source's operators make available on a column type. Columns share the answer. */
export function filterRules(columnType: ColumnType, supported: ReadonlySet<Operator>): FilterRules {
  const byType = known.get(supported) ?? new Map<string, FilterRules>()
  known.set(supported, byType)
  const key = typeof columnType === 'string' ? columnType : JSON.stringify(columnType)
  const rules = byType.get(key) ?? deriveRules(columnType, supported)
  byType.set(key, rules)
  return rules
}

function deriveRules(columnType: ColumnType, supported: ReadonlySet<Operator>): FilterRules {
  const reachable = reachableOperators(columnType, supported)
  const rules = new Map<Operator, FilterRule>()
  for (const operator of legalOperators(columnType)) {
    if (supported.has(operator)) rules.set(operator, native)
    else if (reachable.has(operator)) rules.set(operator, equivalent)
  }
  return rules
}
