/** Ranges that move with the calendar, in the time zone of whoever looks. Weeks begin on Monday. */
export const dashboardRangeNames = [
  'today',
  'yesterday',
  'last_7_days',
  'last_30_days',
  'last_90_days',
  'last_12_months',
  'this_week',
  'this_month',
  'this_quarter',
  'this_year',
  'previous_week',
  'previous_month',
  'previous_quarter',
  'previous_year',
  'all_time',
] as const

export type DashboardRangeName = (typeof dashboardRangeNames)[number]

/** Days such as 2026-01-31; both are part of the range. */
export interface DashboardDays {
  readonly from: string
  readonly to: string
}

/** The range of all cards. Charts read it as `{{range.from}}` (inclusive) and `{{range.to}}` (exclusive). */
export type DashboardRange = DashboardRangeName | DashboardDays

/** A filter of all cards: one value of a field, or any. Charts read it as `{{filters.name}}`. */
export interface DashboardFilter {
  readonly name: string
  readonly label?: string
  /** Where the values to choose from are found. */
  readonly collectionName: string
  readonly fieldName: string
  /** The value at first. Absent: any. */
  readonly value?: string | number | boolean
}

export const dashboardCardWidths = [3, 4, 6, 8, 12] as const
export const dashboardCardHeights = [1, 2] as const

/** A chart on a dashboard; widths are of twelve columns. */
export interface DashboardCard {
  readonly chartId: number
  readonly width: (typeof dashboardCardWidths)[number]
  readonly height: (typeof dashboardCardHeights)[number]
}

/** What an editor writes. */
export interface DashboardContent {
  readonly name: string
  readonly range?: DashboardRange
  readonly filters?: readonly DashboardFilter[]
  readonly cards: readonly DashboardCard[]
}

/** A dashboard of a team in an environment. */
export interface Dashboard extends DashboardContent {
  readonly id: number
  readonly position: number
  /** Identifies the content; changes send it, in quotes, as `If-Match`. */
  readonly tag: string
  readonly updatedAt: string
  /** Null when the service itself wrote it. */
  readonly updatedBy: { readonly id: number; readonly name: string } | null
}
