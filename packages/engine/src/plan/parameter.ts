import type { ConditionTree, Row } from '@service/datasource-toolkit'
import { mapLeaves } from '@service/datasource-toolkit'
import type { AggregatePlan, ListPlan, Lookup, Step } from './plan.js'

/** Represents a value of a column in a plan that serves all values. */
interface Parameter {
  readonly column: string
}

/** Recognised by identity, because a request may contain any value. */
const parameters = new WeakSet<object>()

export function parameter(column: string): Parameter {
  const made = { column }
  parameters.add(made)
  return made
}

/** Returns the plan for one set of values. */
export function bindPlan<P extends ListPlan | AggregatePlan>(plan: P, values: Row): P {
  if (plan.kind === 'fold') return { ...plan, list: bindPlan(plan.list, values) }
  const lookups = plan.lookups.map(lookup => bindLookup(lookup, values))
  const scan = { ...plan.scan, where: bindTree(plan.scan.where, values) }
  const otherwise = plan.otherwise && bindPlan<ListPlan | AggregatePlan>(plan.otherwise, values)
  const bound = { ...plan, scan, lookups, ...(otherwise && { otherwise }) }
  if (plan.kind === 'aggregate') return bound
  return { ...bound, steps: plan.steps.map(step => bindStep(step, values)) }
}

function bindLookup(lookup: Lookup, values: Row): Lookup {
  return { ...lookup, plan: bindPlan(lookup.plan, values) }
}

function bindStep(step: Step, values: Row): Step {
  return step.kind === 'filter' ? { ...step, where: bindTree(step.where, values)! } : step
}

function bindTree(tree: ConditionTree | undefined, values: Row): ConditionTree | undefined {
  return (
    tree &&
    mapLeaves(tree, leaf => {
      const value = bind(leaf.value, values)
      return value === leaf.value ? leaf : { ...leaf, value }
    })
  )
}

function bind(value: unknown, values: Row): unknown {
  if (Array.isArray(value))
    return value.some(isParameter) ? value.map(item => bind(item, values)) : value
  return isParameter(value) ? values[value.column] : value
}

function isParameter(value: unknown): value is Parameter {
  return typeof value === 'object' && value !== null && parameters.has(value)
}
