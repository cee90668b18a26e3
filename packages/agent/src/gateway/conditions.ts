import { isObject, show, ValidationError } from '@service/base'
import {
  type ConditionTree,
  ConditionTreeFactory,
  evaluate,
  isMatchNone,
  type Leaf,
  validateLeaf,
} from '@service/datasource-toolkit'
import {
  type CollectionModel,
  count,
  type EngineCall,
  type Filter,
  type PreparedAction,
} from '@service/engine'
import { parseFilter } from '../query/parse-filter.js'
import { fillCondition } from './fill-condition.js'
import type { ReadVariable } from './variables.js'

/** The records a condition is evaluated on. */
export interface SelectedRecords {
  readonly collection: CollectionModel
  /** Must include the caller's scope, since conditions are evaluated without it. */
  readonly filter: Filter
  /** How many record ids were sent; absent when all records of the filter are selected. */
  readonly size?: number
}

/** The variables and form values a condition is evaluated with. */
export interface ConditionReader {
  readonly variable: ReadVariable
  readonly input: PreparedAction['input']
  readonly call: EngineCall
}

/**
 * Resolves a condition to the records it matches, after its conditions on the form are evaluated;
 * undefined means all records. Throws `ValidationError` when it is invalid.
 */
export function resolveCondition(
  condition: unknown,
  collection: CollectionModel,
  reader: ConditionReader,
): ConditionTree | undefined {
  if (!isObject(condition)) throw new ValidationError(`${show(condition)} is not a condition tree.`)
  const filled = fillCondition(condition, reader.variable)
  return parseFilter(collection, resolveInputs(filled, reader)).tree
}

/** Whether every selected record matches; missing records and those out of scope do not. */
export async function coversAll(
  tree: ConditionTree | undefined,
  { collection, filter, size }: SelectedRecords,
  call: EngineCall,
): Promise<boolean> {
  if (tree === undefined) return true
  if (isMatchNone(tree)) return false
  if (size === 0) return true
  const [matching, all] = await Promise.all([
    countRecords(collection, within(filter, tree), call),
    size ?? countRecords(collection, filter, call),
  ])
  return matching === all
}

/**
 * Whether any selected record matches. Missing records and those out of scope count as matches, so that
 * the result reveals nothing about them. A condition on the form alone needs no record.
 */
export async function matchesSome(
  tree: ConditionTree | undefined,
  { collection, filter, size }: SelectedRecords,
  call: EngineCall,
): Promise<boolean> {
  if (tree === undefined) return true
  if (isMatchNone(tree) || size === 0) return false
  const [matching, seen] = await Promise.all([
    countRecords(collection, within(filter, tree), call),
    size === undefined ? undefined : countRecords(collection, filter, call),
  ])
  return matching > 0 || seen !== size
}

const always = { aggregator: 'and', conditions: [] } as const
const never = { aggregator: 'or', conditions: [] } as const

/** Replaces each condition on a form value with "always" or "never". */
function resolveInputs(tree: unknown, reader: ConditionReader): unknown {
  if (!isObject(tree)) return tree
  if (Array.isArray(tree.conditions)) {
    return { ...tree, conditions: tree.conditions.map(inner => resolveInputs(inner, reader)) }
  }
  if (tree.source === undefined || tree.source === 'data') return tree
  if (tree.source === 'input') return holds(tree, reader) ? always : never
  throw new ValidationError(`'source' must be 'data' or 'input', not ${show(tree.source)}.`)
}

function holds(condition: Readonly<Record<string, unknown>>, reader: ConditionReader): boolean {
  const leaf = ConditionTreeFactory.fromPlainObject(condition) as Leaf
  const input = reader.input(leaf.field)
  if (!input) throw new ValidationError(`the form has no field '${leaf.field}' to compare.`)
  const { columnType, value } = input
  const checked = validateLeaf(leaf, { columnType })
  // Ids of form fields may contain the colon that separates the names of a field path.
  return evaluate({ ...checked, field: 'value' }, { value }, () => columnType, reader.call)
}

function within(filter: Filter, tree: ConditionTree): Filter {
  const conditionTree = ConditionTreeFactory.intersect([filter.conditionTree, tree])
  return { ...filter, conditionTree }
}

/**
 * Counts without hooks, and without the caller's restrictions on relations, which must not change the
 * result of a condition.
 */
function countRecords(
  collection: CollectionModel,
  filter: Filter,
  call: EngineCall,
): Promise<number> {
  return count({ collection, filter }, { ...call, isOuter: false, findScope: undefined })
}
