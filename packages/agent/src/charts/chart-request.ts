import { show, ValidationError } from '@service/base'
import {
  type AggregateOperation,
  type Aggregation,
  aggregateOperations,
  type ConditionTree,
  type GroupBy,
} from '@service/datasource-toolkit'
import type { AggregateQuery, ChartSeries, CollectionModel, EngineCall } from '@service/engine'
import type { Access } from '../gateway/access.js'
import { parseFilter } from '../query/parse-filter.js'
import type { ViewPath } from '../query/uses.js'
import { resolveViewPath } from '../query/view-path.js'

/** A chart to compute: its definition with all variables filled in, and the access of the caller. */
export interface ChartRequest {
  readonly collection: CollectionModel
  readonly definition: Readonly<Record<string, unknown>>
  /** The same definition for the range before the current one. Absent: there is no such range. */
  readonly previousDefinition?: Readonly<Record<string, unknown>>
  readonly access: Access
  readonly call: EngineCall
  /** Maximum number of groups in a result. */
  readonly maxGroups: number
}

/** The value of a chart, and for a chart over time its periods. */
export interface ComputedChart {
  readonly value: object
  readonly series?: ChartSeries
}

/** Reads a text of the definition, or throws a 400 that names the missing key. */
export function requiredText(request: ChartRequest, key: string): string {
  const value = request.definition[key]
  if (typeof value === 'string' && value !== '') return value
  throw new ValidationError(`The chart needs '${key}', a text.`)
}

/** Resolves a path of exported names; throws when the caller may not see it. */
export function readPath(access: Access, collection: CollectionModel, path: string): ViewPath {
  return resolveViewPath(collection, path, access)
}

/** Reads the aggregation of a chart over `collection`, with groups in internal names. */
export function readAggregation(
  request: ChartRequest,
  collection: CollectionModel,
  groups?: readonly GroupBy[],
): Aggregation {
  const operation = readOperation(request.definition.aggregator)
  const name = request.definition.aggregateFieldName
  if (name === undefined || name === null || name === '') {
    if (operation === 'Count') return { operation, groups }
    throw new ValidationError(
      `A chart with the aggregator ${operation} needs 'aggregateFieldName'.`,
    )
  }
  if (typeof name !== 'string') throw new ValidationError("'aggregateFieldName' must be a text.")
  const { text, column } = readPath(request.access, collection, name)
  if ((operation === 'Sum' || operation === 'Avg') && column.columnType !== 'Number') {
    throw new ValidationError(`'${name}' is not a Number: ${operation} cannot be computed of it.`)
  }
  if ((operation === 'Max' || operation === 'Min') && !ordered.has(column.columnType)) {
    throw new ValidationError(
      `'${name}' has no order: ${operation} cannot be computed of it. Choose a number, date or text.`,
    )
  }
  return { operation, field: text, groups }
}

/** Types with a minimum and a maximum in every database. */
const ordered: ReadonlySet<unknown> = new Set([
  'Number',
  'Date',
  'Dateonly',
  'Time',
  'String',
  'Enum',
])

function readOperation(given: unknown): AggregateOperation {
  const operation = aggregateOperations.find(known => known === given)
  if (operation) return operation
  throw new ValidationError(
    `The aggregator is ${show(given)}. It must be one of: ${aggregateOperations.join(', ')}.`,
  )
}

/** Reads the filter of the definition, under either of its names. */
export function readFilter(request: ChartRequest): ConditionTree | undefined {
  const { definition, collection, access, call } = request
  const filters = definition.filter ?? definition.filters
  return parseFilter(collection, filters, access, call.timezone).tree
}

export function toQuery(
  request: ChartRequest,
  conditionTree: ConditionTree | undefined,
  aggregation: Aggregation,
  limit?: number,
): AggregateQuery {
  const { collection } = request
  return { collection, filter: { conditionTree }, aggregation, limit }
}

/** Charts show numbers: an empty aggregate becomes 0, decimal text a number. */
export function toNumber(value: unknown): number {
  return Number(value ?? 0)
}
