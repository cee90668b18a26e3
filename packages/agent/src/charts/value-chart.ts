import { type ConditionTree, mapLeaves, previousPeriod } from '@service/datasource-toolkit'
import { aggregate } from '@service/engine'
import {
  type ChartRequest,
  readAggregation,
  readFilter,
  toNumber,
  toQuery,
} from './chart-request.js'

/** The aggregate now and, when the filter contains a period, over the previous period. */
export async function valueChart(request: ChartRequest): Promise<object> {
  const tree = readFilter(request)
  const previous = findPreviousFilter(request, tree)
  if (!previous) return { countCurrent: await aggregateValue(request, tree) }
  const [countCurrent, countPrevious] = await Promise.all([
    aggregateValue(request, tree),
    aggregateValue(request, previous),
  ])
  return { countCurrent, countPrevious }
}

/** The aggregate alone: clients know the objective. */
export async function objectiveChart(request: ChartRequest): Promise<object> {
  return { value: await aggregateValue(request, readFilter(request)) }
}

/** The filter of the range before, when the client named it; otherwise of the period before. */
function findPreviousFilter(
  request: ChartRequest,
  tree: ConditionTree | undefined,
): ConditionTree | undefined {
  const { previousDefinition } = request
  if (previousDefinition) return readFilter({ ...request, definition: previousDefinition })
  return tree && toPreviousPeriod(request, tree)
}

/** The tree with each period shifted back by one; undefined when it contains none. */
function toPreviousPeriod(
  { call, collection }: ChartRequest,
  tree: ConditionTree,
): ConditionTree | undefined {
  let hasPeriod = false
  const moved = mapLeaves(tree, leaf => {
    const { columnType } = collection.path(leaf.field).column
    const previous = previousPeriod(leaf, call, columnType)
    hasPeriod ||= previous !== undefined
    return previous ?? leaf
  })
  return hasPeriod ? moved : undefined
}

async function aggregateValue(
  request: ChartRequest,
  tree: ConditionTree | undefined,
): Promise<number> {
  const query = toQuery(request, tree, readAggregation(request, request.collection))
  const [group] = await aggregate(query, request.call)
  return toNumber(group?.value)
}
