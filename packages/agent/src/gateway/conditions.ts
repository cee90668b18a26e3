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
import type { VariableOf } from './variables.js'

/** The records a condition is asked about. */
export interface SelectedRecords {
  readonly collection: CollectionModel
  /** Conditions are read without the caller's scope, so that it must be part of this already. */
  readonly filter: Filter
  /** How many records were named one by one; absent: all that the filter matches were meant. */
  readonly size?: number
}

/** What a condition is read with: whose variables, and what was filled in. */
export interface ConditionReader {
  readonly variable: VariableOf
  readonly input: PreparedAction['input']
  readonly call: EngineCall
}

/**
 * The records a condition matches, once what it says of the form is known; undefined: all of them.
 * Throws `ValidationError` when it cannot be read.
 */
export function resolveCondition(
  condition: unknown,
  collection: CollectionModel,
  reader: ConditionReader,
): ConditionTree | undefined {
  if (!isObject(condition)) throw new ValidationError(`${show(condition)} is not a condition tree.`)
  const filled = fillCondition(condition, reader.variable)
  return parseFilter(collection, settleInputs(filled, reader)).tree
}

/** Whether every selected record matches; one that is missing, or out of scope, does not. */
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
 * Whether a selected record matches, or may: one that is missing, or out of scope, is taken to, so
 * that nobody learns what it is like. What a condition says of the form alone needs no record.
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

/** Puts "always" or "never" in the place of each condition on a value of the form. */
function settleInputs(tree: unknown, reader: ConditionReader): unknown {
  if (!isObject(tree)) return tree
  if (Array.isArray(tree.conditions)) {
    return { ...tree, conditions: tree.conditions.map(inner => settleInputs(inner, reader)) }
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
  // Ids of form fields may hold the colon that separates the parts of a path.
  return evaluate({ ...checked, field: 'value' }, { value }, () => columnType, reader.call)
}

function within(filter: Filter, tree: ConditionTree): Filter {
  const conditionTree = ConditionTreeFactory.intersect([filter.conditionTree, tree])
  return { ...filter, conditionTree }
}

/**
 * No hook is to see that records are counted, and what the caller sees of relations must not change
 * what a condition finds there.
 */
function countRecords(
  collection: CollectionModel,
  filter: Filter,
  call: EngineCall,
): Promise<number> {
  return count({ collection, filter }, { ...call, isOuter: false, scopeOf: undefined })
}
