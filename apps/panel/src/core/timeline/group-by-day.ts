import { readLocalTime } from '../text/zone.js'
import type { TimelineEvent } from './build-event.js'

/** What a person chose to see. */
export const timelineFilters = ['all', 'note', 'change', 'action'] as const
export type TimelineFilter = (typeof timelineFilters)[number]

/** The events of one day. */
export interface TimelineDay {
  /** As `2026-01-31`, on the clock of the person. */
  readonly day: string
  readonly events: readonly TimelineEvent[]
}

/**
 * Groups events by the day on which they happened in a time zone; they keep their order.
 *
 * @example
 * groupByDay(events, 'change', 'Europe/Paris')[0]?.day // '2026-01-31'
 */
export function groupByDay(
  events: readonly TimelineEvent[],
  filter: TimelineFilter,
  zone: string,
): readonly TimelineDay[] {
  const days = new Map<string, TimelineEvent[]>()
  for (const event of events) {
    if (filter !== 'all' && event.kind !== filter) continue
    const day = findDay(event.at, zone)
    const known = days.get(day)
    if (known) known.push(event)
    else days.set(day, [event])
  }
  return [...days].map(([day, ofDay]) => ({ day, events: ofDay }))
}

/**
 * Returns the day of an instant on the clock of a zone.
 *
 * @example
 * findDay('2026-01-31T23:30:00.000000Z', 'Europe/Paris') // '2026-02-01'
 */
export function findDay(instant: string, zone: string): string {
  const { year, month, day } = readLocalTime(new Date(instant), zone)
  const pad = (part: number, length: number) => String(part).padStart(length, '0')
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
}
