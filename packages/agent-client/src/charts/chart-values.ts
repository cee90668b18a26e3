/** A number, and the number of the previous period. */
export interface ValueChart {
  readonly countCurrent: number
  readonly countPrevious?: number
}

/** A slice of a pie chart, or a line of a leaderboard. */
export interface ChartPart {
  readonly key: string | null
  readonly value: number
}

/** One point in time. */
export interface TimePoint {
  readonly label: string
  readonly values: { readonly value: number | null }
}

/** Several lines over the same points in time. */
export interface TimeLines {
  readonly labels: readonly string[]
  readonly values: readonly { readonly key: string; readonly values: readonly (number | null)[] }[]
}

export interface ObjectiveChart {
  readonly value: number
  readonly objective: number
}
