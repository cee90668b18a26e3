import type { Instant } from '../store/instant.js'
import type { LogKind } from './log-kinds.js'

/** A calendar month in UTC: the range of one partition. */
export interface Month {
  readonly from: Instant
  /** The start of the next month. */
  readonly until: Instant
}

/** The month of an instant, or one a number of months later. */
export function findMonth(instant: Instant, ahead = 0): Month {
  const year = Number(instant.slice(0, 4))
  const month = Number(instant.slice(5, 7)) - 1 + ahead
  return { from: formatMonthStart(year, month), until: formatMonthStart(year, month + 1) }
}

function formatMonthStart(year: number, month: number): Instant {
  return `${new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 19)}.000000Z`
}

/** The partition of a month of a log, e.g. `activity_logs_2026_02`. */
export function partitionName(kind: LogKind, { from }: Month): string {
  return `${kind}_${from.slice(0, 4)}_${from.slice(5, 7)}`
}

/** The month in the name of a partition; undefined for the default partition. */
export function monthOfPartition(name: string): Month | undefined {
  const [, year, month] = /_(\d{4})_(\d{2})$/.exec(name) ?? []
  return year === undefined ? undefined : findMonth(`${year}-${month}`)
}
