import type { Row } from '@service/datasource-toolkit'
import { noKeys, runList } from './execute/execute.js'
import { runHooks } from './hooks/run-hooks.js'
import { visibleListFilter } from './hooks/visible-filter.js'
import { measured } from './measured.js'
import type { EngineCall } from './model/model.js'
import { explainPlan } from './plan/explain.js'
import type { ListPlan } from './plan/plan.js'
import { planCache } from './plan/plan-cache.js'
import { planList } from './plan/plan-list.js'
import type { ListQuery } from './query.js'

const plans = planCache((planning, query: ListQuery) => planList(planning, query))

/**
 * Lists the records of a query, with exactly its projection. A query object that was used before is
 * not planned again.
 *
 * @example
 * const query = { collection: model.collection('orders'), filter: {}, projection: ['id'], sort: [] }
 * const rows = await list(query, { timezone: 'Europe/Paris', now: new Date() })
 */
export function list(query: ListQuery, call: EngineCall): Promise<Row[]> {
  const { collection } = query
  if (!collection.hooks?.List || !call.isOuter) return plainList(query, call)
  return hookedList(query, call, () => plainList(query, call))
}

/** Runs the list hooks before and after reading rows. */
export async function hookedList(
  query: ListQuery,
  call: EngineCall,
  read: () => Promise<Row[]>,
): Promise<Row[]> {
  const { collection, projection } = query
  const filter = visibleListFilter(query, call)
  const hookInput = { filter, projection: Object.freeze([...projection]) }
  await runHooks(collection, 'Before', 'List', call, hookInput)
  const rows = await read()
  await runHooks(collection, 'After', 'List', call, {
    ...hookInput,
    records: Object.freeze([...rows]),
  })
  return rows
}

/** Lists without hooks. */
export function plainList(query: ListQuery, call: EngineCall): Promise<Row[]> {
  const plan = listPlan(query, call)
  return plan instanceof Promise ? plan.then(made => runPlan(made, call)) : runPlan(plan, call)
}

/** Returns a promise only when the query is planned for the first time. */
export function listPlan(query: ListQuery, call: EngineCall): ListPlan | Promise<ListPlan> {
  return plans.get(query, call) ?? plans.make(query, call)
}

export function runPlan(plan: ListPlan, call: EngineCall): Promise<Row[]> {
  const { tracing } = plan.collection.settings
  if (tracing) return measured(tracing, plan, trace => runList(plan, call, noKeys, trace))
  return isBare(plan) ? plan.source.list(plan.scan, call) : runList(plan, call)
}

/** Whether rows pass from the source to the caller unchanged. */
function isBare({ steps, lookups, isEmpty }: ListPlan): boolean {
  return steps.length === 0 && lookups.length === 0 && !isEmpty
}

/**
 * Formats the plan of a list, without running it.
 *
 * @example
 * console.log(await explainList(query, call))
 * // list orders
 * //   scan     orders(id, status)  where status = ?  order by id  limit 15
 */
export async function explainList(query: ListQuery, call: EngineCall): Promise<string> {
  return explainPlan(await listPlan(query, call))
}
