import type {
  AggregateOperation,
  AggregateScan,
  Call,
  Group,
  GroupBy,
} from '@service/datasource-toolkit'
import { canonicalNumber, truncateDate } from '@service/datasource-toolkit'
import type { Document } from 'mongodb'
import { type MongoSource, partStages } from '../collection.js'
import { typedValue } from '../json-paths/match-inside.js'
import type { ColumnPath, FindColumn } from './column-path.js'
import { matchStages, splitTree } from './compile-list.js'
import { lookupStages } from './lookup.js'
import { compileMatch } from './match.js'
import { createColumnLookup, listPaths, scanTree, withUsedJoins } from './scan-tree.js'

export interface CompiledAggregate {
  readonly collection: string
  readonly pipeline: readonly Document[]
  decode(document: Document): Group
}

export function compileAggregate(
  source: MongoSource,
  scan: AggregateScan,
  call: Call,
): CompiledAggregate {
  const { operation, field, groups = [] } = scan.aggregation
  const [own, joined] = splitTree(scan.where)
  const paths = [
    ...listPaths(joined),
    ...groups.map(group => group.field),
    ...(field ? [field] : []),
  ]
  const node = scanTree(source, withUsedJoins(scan.select, paths))
  const findColumn = createColumnLookup(node)
  const keys = groups.map(group => groupKey(group, findColumn, call))
  const value = field === undefined ? undefined : findColumn(field)
  return {
    collection: node.collection.source,
    pipeline: [
      ...partStages(node.collection),
      ...matchStages(compileMatch(own, findColumn)),
      ...lookupStages(node, node.joins),
      ...matchStages(compileMatch(joined, findColumn)),
      {
        $group: {
          _id: Object.fromEntries(keys.map((key, index) => [`k${index}`, key.expression])),
          ...accumulators(operation, value),
        },
      },
      ...(operation === 'Sum' || operation === 'Avg'
        ? [{ $set: { value: ofSum[operation] } }]
        : []),
      { $sort: { value: -1, ...Object.fromEntries(keys.map((_, index) => [`_id.k${index}`, 1])) } },
      ...(scan.limit === undefined ? [] : [{ $limit: scan.limit }]),
    ],
    decode: document => ({
      value: decodeValue(operation, value, document.value),
      group: Object.fromEntries(
        keys.map((key, index) => [key.field, key.decode(document._id[`k${index}`])]),
      ),
    }),
  }
}

/** The sum of no numbers is null. `$avg` adds doubles, where `$sum` keeps integers exact. */
const ofSum = {
  Sum: { $cond: ['$count', '$value', null] },
  Avg: { $cond: ['$count', { $divide: ['$value', '$count'] }, null] },
}

function accumulators(operation: AggregateOperation, value: ColumnPath | undefined): Document {
  if (!value) return { value: { $sum: 1 } }
  const expression = typedValue(value)
  switch (operation) {
    case 'Count':
      return { value: { $sum: { $cond: [{ $gt: [expression, null] }, 1, 0] } } }
    case 'Sum':
    case 'Avg':
      return {
        value: { $sum: { $cond: [isFiniteNumber(expression), expression, 0] } },
        count: { $sum: { $cond: [isFiniteNumber(expression), 1, 0] } },
      }
    case 'Max':
      return { value: { $max: ofItsType(value) } }
    case 'Min':
      return { value: { $min: ofItsType(value) } }
  }
}

/**
 * Values of another type than the column's count as null, because the type alone would decide the
 * order.
 */
function ofItsType(columnPath: ColumnPath): unknown {
  const value = typedValue(columnPath)
  const { columnType } = columnPath.column.schema
  if (columnType === 'Number') return { $cond: [isFiniteNumber(value), value, null] }
  return columnType === 'Date' ? dateIn(value) : value
}

/** Only finite numbers are between these bounds; NaN and values of other types are not. */
function isFiniteNumber(value: unknown): Document {
  return {
    $and: [{ $gt: [value, Number.NEGATIVE_INFINITY] }, { $lt: [value, Number.POSITIVE_INFINITY] }],
  }
}

function dateIn(value: unknown): Document {
  return { $cond: [{ $eq: [{ $type: value }, 'date'] }, value, null] }
}

function decodeValue(
  operation: AggregateOperation,
  columnPath: ColumnPath | undefined,
  value: unknown,
) {
  if (value === null || value === undefined) return null
  if (operation === 'Count' || operation === 'Avg') return Number(value)
  if (operation === 'Sum') return canonicalNumber(typeof value === 'number' ? value : String(value))
  return columnPath ? columnPath.column.codec.decode(value, columnPath.column.onDrift) : null
}

interface GroupKey {
  readonly field: string
  readonly expression: unknown
  decode(value: unknown): unknown
}

function groupKey({ field, operation }: GroupBy, findColumn: FindColumn, call: Call): GroupKey {
  const columnPath = findColumn(field)
  const { column } = columnPath
  const typed = typedValue(columnPath)
  if (!operation) {
    return {
      field,
      expression: { $ifNull: [typed, null] },
      decode: value => column.codec.decode(value, column.onDrift),
    }
  }
  // A day has no time zone.
  const date = column.stored.kind === 'day' ? dayIn(typed) : dateIn(typed)
  const isInstant = column.schema.columnType === 'Date' && call.timezone !== 'UTC'
  return {
    field,
    expression: {
      $dateTrunc: {
        date: isInstant ? localDay(date, call.timezone) : date,
        unit: operation.toLowerCase(),
        startOfWeek: 'monday',
      },
    },
    decode: value => (value instanceof Date ? truncateDate(value, 'Day', 'UTC') : null),
  }
}

/** The years that MongoDB can format as text in any zone. */
const firstWritable = new Date('0001-01-02T00:00:00.000Z')
const lastWritable = new Date('9999-12-30T00:00:00.000Z')

/**
 * Computes the local day of an instant as a midnight in UTC, because the server's time zone rules
 * for the far future can differ from ours.
 */
function localDay(date: Document, timezone: string): Document {
  const text = { $dateToString: { date, format: '%Y-%m-%d', timezone } }
  const isWritable = { $and: [{ $gte: [date, firstWritable] }, { $lt: [date, lastWritable] }] }
  return {
    $cond: [isWritable, { $dateFromString: { dateString: text, format: '%Y-%m-%d' } }, date],
  }
}

function dayIn(value: unknown): Document {
  const text = { $cond: [{ $eq: [{ $type: value }, 'string'] }, value, null] }
  return {
    $dateFromString: { dateString: text, format: '%Y-%m-%d', onError: null, onNull: null },
  }
}
