import { UnprocessableError } from '@service/base'
import { type ConditionTree, isLeaf, type Leaf, type SelectNode } from '@service/datasource-toolkit'
import { columnAt, type Tables } from './join-rows.js'

/** Throws when a scan uses what the source declared as unsupported; a correct plan never does. */
export function checkScan(
  tables: Tables,
  select: SelectNode,
  where: ConditionTree | undefined,
  joins: boolean,
): void {
  if (!joins && select.joins.length > 0) {
    throw new UnprocessableError(`'${select.collection}' was declared without joins.`)
  }
  checkOperators(tables, select, where)
  for (const join of select.joins) checkScan(tables, join.node, join.where, joins)
}

function checkOperators(tables: Tables, select: SelectNode, tree: ConditionTree | undefined): void {
  if (!tree) return
  if (isLeaf(tree)) checkOperator(tables, select, tree)
  else for (const condition of tree.conditions) checkOperators(tables, select, condition)
}

function checkOperator(tables: Tables, select: SelectNode, { field, operator }: Leaf): void {
  const column = columnAt(tables, select, field.split(':'))
  if (!column || column.operators.has(operator)) return
  throw new UnprocessableError(
    `'${field}' of '${select.collection}' was declared without the operator ${operator}.`,
  )
}
