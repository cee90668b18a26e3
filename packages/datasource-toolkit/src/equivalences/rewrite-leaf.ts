import type { ColumnType } from '../column-types.js'
import { mapLeaves } from '../condition-tree/transforms.js'
import type { Operator } from '../operators.js'
import type { ConditionTree, Leaf } from '../query.js'
import type { Call } from '../source.js'
import { type Equivalence, equivalences } from './rules.js'

/**
 * How each available operator is expressed; undefined means that the source supports it natively.
 */
type Routes = ReadonlyMap<Operator, Equivalence | undefined>

/**
 * Rewrites a leaf with operators the source supports; undefined when that is not possible.
 *
 * @example
 * const tree = rewriteLeaf({ field: 'name', operator: 'Contains', value: '50%' }, 'String', new Set(['Like']), call)
 * // name like '%50\%%'
 */
export function rewriteLeaf(
  leaf: Leaf,
  columnType: ColumnType,
  supported: ReadonlySet<Operator>,
  call: Call,
): ConditionTree | undefined {
  if (supported.has(leaf.operator)) return leaf
  const routes = getRoutes(columnType, supported)
  return routes.has(leaf.operator) ? rewrite(leaf, columnType, routes, call) : undefined
}

/**
 * Returns the operators a source supports and those that can be rewritten to them.
 *
 * @example
 * reachableOperators('String', new Set(['Equal'])).has('In') // true
 */
export function reachableOperators(
  columnType: ColumnType,
  supported: ReadonlySet<Operator>,
): ReadonlySet<Operator> {
  return new Set(getRoutes(columnType, supported).keys())
}

function rewrite(leaf: Leaf, columnType: ColumnType, routes: Routes, call: Call): ConditionTree {
  const route = routes.get(leaf.operator)
  if (!route) return leaf
  const tree = route.rewrite(leaf, call, columnType)
  return mapLeaves(tree, part => rewrite(part, columnType, routes, call))
}

/** Columns of the same type share one set of operators, so the result is cached per set. */
const memory = new WeakMap<ReadonlySet<Operator>, Map<string, Routes>>()

function getRoutes(columnType: ColumnType, supported: ReadonlySet<Operator>): Routes {
  const byType = memory.get(supported) ?? new Map<string, Routes>()
  memory.set(supported, byType)
  const key = typeof columnType === 'string' ? columnType : JSON.stringify(columnType)
  const known = byType.get(key)
  if (known) return known
  const routes = findRoutes(columnType, supported)
  byType.set(key, routes)
  return routes
}

/** Each round uses only operators of earlier rounds, so rewriting always ends. */
function findRoutes(columnType: ColumnType, supported: ReadonlySet<Operator>): Routes {
  const routes = new Map<Operator, Equivalence | undefined>()
  for (const operator of supported) routes.set(operator, undefined)
  const candidates = equivalences.filter(rule => rule.holdsFor?.(columnType) ?? true)
  for (;;) {
    const found = candidates.filter(
      rule => !routes.has(rule.operator) && rule.needs.every(operator => routes.has(operator)),
    )
    if (found.length === 0) return routes
    for (const rule of found) if (!routes.has(rule.operator)) routes.set(rule.operator, rule)
  }
}
