import { UnprocessableError } from '@service/base'
import { aggregate } from '@service/engine'
import {
  type ChartRequest,
  readAggregation,
  readFilter,
  readPath,
  requiredText,
  toNumber,
  toQuery,
} from './chart-request.js'

/** One slice per value of a field, largest first. */
export async function pieChart(request: ChartRequest): Promise<object> {
  const { collection, access, call, maxGroups } = request
  const { text: field } = readPath(access, collection, requiredText(request, 'groupByFieldName'))
  const aggregation = readAggregation(request, collection, [{ field }])
  const query = toQuery(request, readFilter(request), aggregation, maxGroups + 1)
  const groups = await aggregate(query, call)
  if (groups.length > maxGroups) {
    throw new UnprocessableError(`The chart would have more than ${maxGroups} slices.`)
  }
  return groups.map(({ group, value }) => ({ key: group[field] ?? null, value: toNumber(value) }))
}
