import type { ConditionTree } from '@service/datasource-toolkit'
import type { Dialect } from '../dialect.js'
import type { Sql } from '../sql.js'
import { columnAt, type JoinTree } from './join-tree.js'
import { leafRules } from './leaf-rules.js'
import type { Shape } from './shape.js'
import { and, everything, nothing, or } from './slots.js'

/** Compiles a condition tree to SQL, with the parameters that its shape assigned. */
export function compileCondition(
  dialect: Dialect,
  shape: Shape,
  joins: JoinTree,
  tree: ConditionTree,
): Sql {
  if ('operator' in tree) {
    const { column, reference } = columnAt(dialect, joins, tree.field)
    const parameters = shape.leaves.get(joins.select)?.get(tree)
    const rule = leafRules[tree.operator]
    if (!parameters || !rule) throw new Error(`'${tree.field}' was not part of the shape.`)
    return rule.compile(dialect, column, reference, parameters.slots, parameters.variant)
  }
  if (tree.conditions.length === 0) return tree.aggregator === 'And' ? everything : nothing
  const pieces = tree.conditions.map(each => compileCondition(dialect, shape, joins, each))
  return tree.aggregator === 'And' ? and(pieces) : or(pieces)
}
