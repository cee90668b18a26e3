import { UnprocessableError } from '@service/base'
import type { ConditionTree, Leaf, SelectNode } from '@service/datasource-toolkit'
import type { SqlCollections } from '../collection.js'
import type { Dialect } from '../dialect.js'
import { columnInfoAt } from './join-tree.js'
import { leafRules } from './leaf-rules.js'
import type { ParameterRef } from './slots.js'

/**
 * Everything a query's SQL depends on except its values, as text. Queries of one shape share a
 * compiled statement and differ only in `values`.
 */
export interface Shape {
  key: string
  readonly values: unknown[]
  /** The parameters and variant of each leaf, by the node its paths start from. */
  readonly leaves: Map<SelectNode, Map<Leaf, LeafParameters>>
}

interface LeafParameters {
  readonly variant: string
  readonly slots: readonly ParameterRef[]
}

export interface ShapeContext {
  readonly dialect: Dialect
  readonly collections: SqlCollections
}

export const emptyShape = (): Shape => ({ key: '', values: [], leaves: new Map() })

export function addValues(shape: Shape, values: readonly unknown[]): ParameterRef[] {
  const slots: ParameterRef[] = []
  for (const value of values) slots.push({ slot: shape.values.push(value) - 1 })
  return slots
}

export function addCondition(
  shape: Shape,
  context: ShapeContext,
  select: SelectNode,
  tree: ConditionTree,
): void {
  if (!('operator' in tree)) {
    shape.key += `${tree.aggregator}(`
    for (const condition of tree.conditions) addCondition(shape, context, select, condition)
    shape.key += ')'
    return
  }
  const rule = leafRules[tree.operator]
  if (!rule) throw new UnprocessableError(`'${tree.operator}' is not an operator of SQL sources.`)
  const column = columnInfoAt(context.collections, select, tree.field)
  const { variant, values } = rule.lower(context.dialect, column, tree.value)
  getLeafParameters(shape, select).set(tree, { variant, slots: addValues(shape, values) })
  shape.key += `${JSON.stringify(tree.field)}${tree.operator}${variant};`
}

function getLeafParameters(shape: Shape, select: SelectNode): Map<Leaf, LeafParameters> {
  const known = shape.leaves.get(select)
  if (known) return known
  const parameters = new Map<Leaf, LeafParameters>()
  shape.leaves.set(select, parameters)
  return parameters
}

/** What a select adds to a shape: its text, and the conditions of its joins. */
type SelectPart = Readonly<Pick<Shape, 'key' | 'values' | 'leaves'>>

const parts = new WeakMap<SqlCollections, WeakMap<SelectNode, SelectPart>>()

/** Adds a select to a shape. When it is added first, what it adds is cached per select. */
export function addSelect(shape: Shape, context: ShapeContext, select: SelectNode): void {
  if (shape.values.length > 0) {
    growSelect(shape, context, select)
    return
  }
  const { key, values, leaves } = getSelectPart(context, select)
  shape.key += key
  for (const value of values) shape.values.push(value)
  for (const [node, parameters] of leaves) shape.leaves.set(node, parameters)
}

function getSelectPart(context: ShapeContext, select: SelectNode): SelectPart {
  const bySelect = parts.get(context.collections) ?? new WeakMap<SelectNode, SelectPart>()
  parts.set(context.collections, bySelect)
  const known = bySelect.get(select)
  if (known) return known
  const part = emptyShape()
  growSelect(part, context, select)
  bySelect.set(select, part)
  return part
}

function growSelect(shape: Shape, context: ShapeContext, select: SelectNode): void {
  shape.key += `${JSON.stringify([select.collection, ...select.columns])}{`
  for (const join of select.joins) {
    shape.key += JSON.stringify([join.as, ...join.on.flatMap(({ from, to }) => [from, to])])
    if (join.where) {
      shape.key += '?'
      addCondition(shape, context, join.node, join.where)
    }
    growSelect(shape, context, join.node)
  }
  shape.key += '}'
}
