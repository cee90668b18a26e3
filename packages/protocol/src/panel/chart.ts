/** A value, or a variable such as `{{range.from}}` that the client fills in when it asks for the chart. */
export type OrVariable<T> = T | `{{${string}}}`

/** What a chart over the records of a collection computes. */
export interface RecordChart {
  readonly sourceCollectionName: string
  readonly aggregator: OrVariable<'Count' | 'Sum' | 'Avg' | 'Max' | 'Min'>
  readonly aggregateFieldName?: string | null
  /** A condition tree, as in the parameter `filters` of lists. */
  readonly filter?: object | null
}

export type ChartTimeRange = 'Day' | 'Week' | 'Month' | 'Quarter' | 'Year'

/** The kinds of charts that a query or a chart in code can have. */
export type ChartType = 'Value' | 'Objective' | 'Pie' | 'Line' | 'Leaderboard' | 'Percentage'

/** The definition of a chart. The browser sends it to the agent, which compares it with the stored one. */
export type ChartDefinition =
  | ({ readonly type: 'Value' } & RecordChart)
  | ({ readonly type: 'Objective'; readonly objective: OrVariable<number> } & RecordChart)
  | ({ readonly type: 'Pie'; readonly groupByFieldName: string } & RecordChart)
  | ({
      readonly type: 'Line'
      readonly groupByFieldName: string
      readonly timeRange: OrVariable<ChartTimeRange>
    } & RecordChart)
  | ({
      readonly type: 'Leaderboard'
      readonly labelFieldName: string
      readonly relationshipFieldName: string
      readonly limit?: OrVariable<number> | null
    } & RecordChart)
  | {
      readonly type: ChartType
      readonly connectionName: string
      /** Absent below the level editor: `queryDigest` then names the query. */
      readonly query?: string
      /** SHA-256 of the query, in hexadecimal. The agent runs the query of the team that has it. */
      readonly queryDigest?: string
    }
  | { readonly type: ChartType; readonly apiRoute: string }
  | { readonly type: 'Smart'; readonly smartRoute?: string }
  | {
      readonly type: 'Percentage'
      readonly numeratorChartId: string
      readonly denominatorChartId: string
    }

/** How the numbers of a chart are written. */
export interface ChartDisplay {
  /** ISO 4217, such as EUR. */
  readonly currency?: string
  /** Follows each number. */
  readonly unit?: string
  readonly decimals?: number
}

/** A chart of a team in an environment. */
export interface Chart {
  readonly id: number
  readonly name: string
  readonly definition: ChartDefinition
  readonly display?: ChartDisplay
  readonly updatedAt: string
}
