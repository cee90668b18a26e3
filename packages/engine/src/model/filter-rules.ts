import type { ColumnType, Operator } from '@service/datasource-toolkit'
import { legalOperators, operators, reachableOperators } from '@service/datasource-toolkit'
import type { FilterRule } from './model.js'

type FilterRules = ReadonlyMap<Operator, FilterRule>

const native: FilterRule = { kind: 'native' }
const equivalent: FilterRule = { kind: 'equivalent' }
const known = new Map<string, FilterRules>()
const operatorIndexes = new Map(operators.map((operator, index) => [operator, index]))

/**
 * Returns the filter rules for a column type and the operators of a source. Columns share the
 * result.
 */
export function filterRules(columnType: ColumnType, supported: ReadonlySet<Operator>): FilterRules {
  const type = typeof columnType === 'string' ? columnType : JSON.stringify(columnType)
  const key = `${type} ${signature(supported)}`
  const rules = known.get(key) ?? deriveRules(columnType, supported)
  known.set(key, rules)
  return rules
}

const signatures = new WeakMap<ReadonlySet<Operator>, string>()

/** Equal for equal sets, because a source may create one set per column. */
function signature(supported: ReadonlySet<Operator>): string {
  const text = signatures.get(supported) ?? encodeOperators(supported)
  signatures.set(supported, text)
  return text
}

function encodeOperators(supported: ReadonlySet<Operator>): string {
  const bits = [0, 0]
  for (const operator of supported) {
    const bitIndex = operatorIndexes.get(operator) ?? 0
    bits[bitIndex >> 5]! |= 1 << (bitIndex & 31)
  }
  return bits.join()
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
