import type { ChartDisplay as Display } from '@service/protocol'
import { z } from 'zod'
import { defineObject } from '../layouts/define-object.js'
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

const queryChart = { type: Types, query: SelectQuery, connectionName: plainText(100) }
const QueryChart = z.strictObject(queryChart)

/** How members of the team see a chart of a query: not its text, but the digest by which the agent finds it. */
const ListedQueryChart = z
  .strictObject({
    ...queryChart,
    query: SelectQuery.optional(),
    queryDigest: z
      .string()
      .optional()
      .meta({ description: 'SHA-256 of the query, in hexadecimal: names it to the agent.' }),
  })
  .meta({ id: 'ListedQueryChart' })

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

/** The definition of a chart as it is listed: below the level editor, without the text of a query. */
export const ListedChartDefinition = z
  .union([...recordCharts, ListedQueryChart, CodeChart, SmartChart, RatioChart])
  .meta({ id: 'ListedChartDefinition' })

/** How the numbers of a chart are written. */
export const ChartDisplay: z.ZodType<Display> = defineObject({
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be a currency such as EUR')
    .optional(),
  unit: plainText(20).optional(),
  decimals: z.int().min(0, 'must be 0 to 6').max(6, 'must be 0 to 6').optional(),
}).meta({ id: 'ChartDisplay', description: 'How its numbers are written.' })
