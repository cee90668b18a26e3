import { show, ValidationError } from '@service/base'
import { type DateOperation, dateOperations } from '@service/datasource-toolkit'
import { aggregate, denseDays, toSeries } from '@service/engine'
import {
  type ChartRequest,
  type ComputedChart,
  readAggregation,
  readFilter,
  readPath,
  requiredText,
  toNumber,
  toQuery,
} from './chart-request.js'

/** One point per period in the caller's time zone. Records without a date, or outside the years 1 to 9999, are left out. */
export async function lineChart(request: ChartRequest): Promise<ComputedChart> {
  const { collection, access, call } = request
  const operation = readTimeRange(request)
  const name = requiredText(request, 'groupByFieldName')
  const { text: field, column } = readPath(access, collection, name)
  if (column.columnType !== 'Date' && column.columnType !== 'Dateonly') {
    throw new ValidationError(`'${name}' is not a date: a Line chart cannot group by it.`)
  }
  const aggregation = readAggregation(request, collection, [{ field, operation }])
  const groups = await aggregate(toQuery(request, readFilter(request), aggregation), call)
  const values = new Map<string, number>()
  for (const { group, value } of groups) {
    const day = group[field]
    if (typeof day === 'string') values.set(day, toNumber(value))
  }
  return {
    value: toSeries(values, operation),
    series: { timeRange: operation, dates: denseDays(values.keys(), operation) },
  }
}

function readTimeRange({ definition }: ChartRequest): DateOperation {
  const operation = dateOperations.find(known => known === definition.timeRange)
  if (operation) return operation
  throw new ValidationError(
    `The time range is ${show(definition.timeRange)}. It must be one of: ${dateOperations.join(', ')}.`,
  )
}
