import type { Group, Row } from '@service/datasource-toolkit'
import { startFold } from '@service/datasource-toolkit'
import { createTypeLookup } from './execute/create-type-lookup.js'
import { bindLookups, noKeys, runList } from './execute/execute.js'
import { runSteps } from './execute/steps/index.js'
import { memoryChunks, scanChunks, splitPhases } from './execute/stream.js'
import { type Trace, traced } from './execute/trace.js'
import { runHooks } from './hooks/run-hooks.js'
import { visibleFilter } from './hooks/visible-filter.js'
import { measured } from './measured.js'
import type { EngineCall } from './model/model.js'
import type { AggregatePlan, FoldPlan, PushedAggregatePlan } from './plan/plan.js'
import { emptyGroups, planAggregate } from './plan/plan-aggregate.js'
import { planCache } from './plan/plan-cache.js'
import type { AggregateQuery, ListQuery } from './query.js'

const plans = planCache(planAggregate)

/**
 * Aggregates the records of a query into groups, in the source where possible.
 *
 * @example
 * const aggregation = { operation: 'Sum', field: 'total', groups: [{ field: 'status' }] } as const
 * const groups = await aggregate({ collection, filter: {}, aggregation }, call)
 */
export function aggregate(query: AggregateQuery, call: EngineCall): Promise<Group[]> {
  const isHooked = query.collection.hooks?.Aggregate && call.isOuter
  return isHooked ? hookedAggregate(query, call) : plainAggregate(query, call)
}

async function hookedAggregate(query: AggregateQuery, call: EngineCall): Promise<Group[]> {
  const { collection, aggregation, limit } = query
  const filter = visibleFilter(collection, query.filter, call)
  const hookInput = { filter, aggregation: Object.freeze({ ...aggregation }), limit }
  await runHooks(collection, 'Before', 'Aggregate', call, hookInput)
  const groups = await plainAggregate(query, call)
  const aggregateResult = Object.freeze([...groups])
  await runHooks(collection, 'After', 'Aggregate', call, { ...hookInput, aggregateResult })
  return groups
}

function plainAggregate(query: AggregateQuery, call: EngineCall): Promise<Group[]> {
  const plan = plans.get(query, call)
  return plan ? run(plan, call) : plans.make(query, call).then(made => run(made, call))
}

const countQueries = new WeakMap<object, AggregateQuery>()

/**
 * Counts the records a list query matches, regardless of its page.
 *
 * @example
 * const total = await count({ collection, filter: { search: 'ada' } }, call)
 */
export async function count(
  query: Pick<ListQuery, 'collection' | 'filter'>,
  call: EngineCall,
): Promise<number> {
  const { collection, filter } = query
  const known = countQueries.get(query)
  const counted = known ?? { collection, filter, aggregation: { operation: 'Count' } }
  if (!known) countQueries.set(query, counted)
  const [group] = await aggregate(counted, call)
  return Number(group?.value ?? 0)
}

/**
 * Returns the number of records according to the statistics of the database; undefined when there
 * are none, when the caller has a scope, or when hooks need the exact count.
 *
 * @example
 * const total = (await estimateCount(collection, call)) ?? (await count({ collection, filter: {} }, call))
 */
export async function estimateCount(
  collection: AggregateQuery['collection'],
  call: EngineCall,
): Promise<number | undefined> {
  if (call.findScope?.(collection) || (call.isOuter && collection.hooks?.Aggregate))
    return undefined
  return collection.source.estimateCount?.(call)
}

function run(plan: AggregatePlan, call: EngineCall): Promise<Group[]> {
  const { tracing } = plan.collection.settings
  const runPlan = (trace?: Trace) =>
    plan.kind === 'fold' ? runFold(plan, call, trace) : runPushed(plan, call, trace)
  return tracing ? measured(tracing, plan, runPlan) : runPlan()
}

async function runPushed(
  plan: PushedAggregatePlan,
  call: EngineCall,
  trace?: Trace,
): Promise<Group[]> {
  if (plan.isEmpty) return emptyGroups(plan.scan.aggregation)
  const ready = await bindLookups(plan, call, noKeys, trace)
  if (!ready) return runFold(plan.otherwise!, call, trace)
  const groups = await traced(trace, plan, () => plan.source.aggregate(ready.scan, call))
  return plan.through === undefined ? groups : groups.map(group => unprefix(group, plan.through!))
}

/** Renames the groups of a scan of the junction to the paths of the target. */
function unprefix({ value, group }: Group, through: string): Group {
  const entries = Object.entries(group).map(
    ([path, key]) => [path.slice(through.length + 1), key] as const,
  )
  return { value, group: Object.fromEntries(entries) }
}

/** Reads chunk by chunk, keeping one value per group. */
async function runFold(plan: FoldPlan, call: EngineCall, trace?: Trace): Promise<Group[]> {
  const { list, aggregation, limit } = plan
  const { collection } = list
  const fold = startFold(aggregation, createTypeLookup(collection), call)
  for await (const chunk of foldedChunks(list, call, trace)) {
    await traced(trace, plan, () => fold.add(chunk))
  }
  return traced(trace, plan, () => fold.groups(limit, collection.capabilities.nulls))
}

async function* foldedChunks(
  plan: FoldPlan['list'],
  call: EngineCall,
  trace: Trace | undefined,
): AsyncGenerator<Row[]> {
  if (plan.isEmpty) return
  const ready = await bindLookups(plan, call, noKeys, trace)
  if (!ready) return yield* foldedChunks(plan.otherwise!, call, trace)
  const { bindings, scan } = ready
  const run = { plan, call, bindings, runList, trace }
  const { chunk: chunkSteps, output } = splitPhases(plan)
  const { maxRowsInMemory } = plan.collection.settings
  for await (const chunk of scanChunks(run, scan, memoryChunks, maxRowsInMemory)) {
    yield runSteps(chunk, [...chunkSteps, ...output], run)
  }
}
