import { z } from 'zod'
import { CollectionName, plainText } from '../projects/fields.js'
import { conditionTree, RecordCondition } from '../roles/condition-tree.js'
import { SelectQuery } from '../segments/one-select.js'

const FieldName = plainText(255)
const Filter = conditionTree(RecordCondition).nullable().optional()

/** A value, or a variable that the client substitutes when it shows the chart. */
const orVariable = <T extends z.ZodType>(value: T) =>
  z.union([
    value,
    z.string().regex(/^\{\{[^{}]{1,200}\}\}$/, 'must be a variable such as {{name}}'),
  ])

const ofCollection = {
  sourceCollectionName: CollectionName,
  aggregator: orVariable(z.enum(['Count', 'Sum', 'Avg', 'Max', 'Min'])),
  aggregateFieldName: FieldName.nullable().optional(),
  filter: Filter,
}

const Limit = orVariable(z.int().min(1).max(10_000)).nullable().optional()

/** Charts computed from the records of a collection, by type. */
const recordCharts = [
  z.strictObject({ type: z.literal('Value'), ...ofCollection }),
  z.strictObject({
    type: z.literal('Objective'),
    ...ofCollection,
    objective: orVariable(z.number()),
  }),
  z.strictObject({ type: z.literal('Pie'), ...ofCollection, groupByFieldName: FieldName }),
  z.strictObject({
    type: z.literal('Line'),
    ...ofCollection,
    groupByFieldName: FieldName,
    timeRange: orVariable(z.enum(['Day', 'Week', 'Month', 'Quarter', 'Year'])),
  }),
  z.strictObject({
    type: z.literal('Leaderboard'),
    ...ofCollection,
    labelFieldName: FieldName,
    relationshipFieldName: FieldName,
    limit: Limit,
  }),
] as const

const Types = z.enum(['Value', 'Objective', 'Pie', 'Line', 'Leaderboard', 'Percentage'])

const QueryChart = z.strictObject({
  type: Types,
  query: SelectQuery,
  connectionName: plainText(100),
})

const CodeChart = z.strictObject({ type: Types, apiRoute: plainText(1000) })
const SmartChart = z.strictObject({
  type: z.literal('Smart'),
  smartRoute: plainText(1000).optional(),
})

const RatioChart = z.strictObject({
  type: z.literal('Percentage'),
  numeratorChartId: plainText(100),
  denominatorChartId: plainText(100),
})

/**
 * The definition of a chart. The browser sends it to the agent, which compares it with the stored one. The
 * members present determine the shape.
 */
export const ChartDefinition = z
  .union([...recordCharts, QueryChart, CodeChart, SmartChart, RatioChart])
  .meta({
    id: 'ChartDefinition',
    description:
      'A chart over a collection (`sourceCollectionName`), of an SQL query (`query`, `connectionName`), of a route of the agent (`apiRoute`), of two other charts, or a custom component (`Smart`).',
  })
