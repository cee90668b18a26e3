import type { ConditionTree } from '@service/datasource-toolkit'
import { columnNamed, type SqlCollection } from '../collection.js'
import type { Dialect } from '../dialect.js'
import { type Sql, sql } from '../sql.js'
import { compileCondition } from './condition.js'
import type { JoinBranch, JoinTree } from './join-tree.js'
import { compileReference } from './json-path.js'
import type { Shape } from './shape.js'
import { and } from './slots.js'

/** Returns whether a statement needs a join. */
export type IsNeeded = (tree: JoinTree) => boolean
const always: IsNeeded = () => true

export const quoteTable = ({ table }: SqlCollection): Sql =>
  table.schema === undefined ? sql`${sql.id(table.name)}` : sql`${sql.id(table.schema, table.name)}`

export const aliasedTable = (tree: JoinTree): Sql =>
  sql`${quoteTable(tree.collection)} as ${sql.id(tree.alias)}`

export const compileFrom = (
  dialect: Dialect,
  shape: Shape,
  tree: JoinTree,
  isNeeded: IsNeeded = always,
): Sql => sql`${aliasedTable(tree)}${compileJoins(dialect, shape, tree, isNeeded)}`

/** Compiles the left joins of a table, each with a leading space. */
export function compileJoins(
  dialect: Dialect,
  shape: Shape,
  tree: JoinTree,
  isNeeded: IsNeeded = always,
): Sql {
  const joins = tree.joins
    .filter(branch => isNeeded(branch.tree))
    .map(branch => compileJoin(dialect, shape, tree, branch, isNeeded))
  return joins.length === 0 ? sql`` : sql.join(joins, sql``)
}

function compileJoin(
  dialect: Dialect,
  shape: Shape,
  parent: JoinTree,
  { join, tree }: JoinBranch,
  isNeeded: IsNeeded,
): Sql {
  const keys = join.on.map(({ from, to }) => equalKeys(dialect, parent, from, tree, to))
  const conditions = join.where
    ? [...keys, compileCondition(dialect, shape, tree, join.where)]
    : keys
  const on = conditions.length === 1 ? (conditions[0] as Sql) : and(conditions)
  // A condition across relations reads tables joined to this one, so those are joined first, in
  // parentheses.
  return join.where && crossesRelations(join.where)
    ? sql` left join (${compileFrom(dialect, shape, tree)}) on ${on}`
    : sql` left join ${aliasedTable(tree)} on ${on}${compileJoins(dialect, shape, tree, isNeeded)}`
}

function equalKeys(
  dialect: Dialect,
  parent: JoinTree,
  from: string,
  tree: JoinTree,
  to: string,
): Sql {
  const leftColumn = columnNamed(tree.collection, to)
  const rightColumn = columnNamed(parent.collection, from)
  const left = compileReference(dialect, tree.alias, leftColumn)
  const right = compileReference(dialect, parent.alias, rightColumn)
  const isSameType = leftColumn.columnType === rightColumn.columnType
  if (isSameType || !dialect.keysOfOtherType) return sql`${left} = ${right}`
  const [leftKey, rightKey] = dialect.keysOfOtherType(left, right)
  return sql`${leftKey} = ${rightKey}`
}

const crossesRelations = (tree: ConditionTree): boolean =>
  'operator' in tree ? tree.field.includes(':') : tree.conditions.some(crossesRelations)
