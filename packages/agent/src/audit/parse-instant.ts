import { ValidationError } from '@service/base'
import { canonicalDate, zoneOffsets } from '@service/datasource-toolkit'

const day = 24 * 60 * 60 * 1000
const dayPattern = /^\d{4}-\d\d-\d\d$/
const zoned = /(?:z|[+-]\d\d(?::?\d\d)?)$/i

/**
 * Parses a day, a local date with time or an instant to ISO 8601. A day means its first instant,
 * or the first instant of the next day when it ends a period.
 */
export function parseInstant(name: string, text: string, timezone: string, isEnd = false): string {
  const isDay = dayPattern.test(text)
  const time = isDay ? canonicalDate(`${text}T00:00:00Z`) : canonicalDate(text)
  if (time === undefined) {
    throw new ValidationError(
      `${name} is '${text}'. It must be a day like 2026-01-31, or a date with time like 2026-01-31T12:00:00Z.`,
    )
  }
  const moment = Date.parse(time) + (isDay && isEnd ? day : 0)
  return isDay || !zoned.test(text) ? fromLocal(moment, timezone) : new Date(moment).toISOString()
}

/** The instant at which clocks in the zone show a local time, which is given as if it were UTC. */
function fromLocal(local: number, timezone: string): string {
  const [from, to] = [new Date(local - day), new Date(local + day)]
  const offsets = zoneOffsets(timezone, from, to).map(({ offsetSeconds }) => offsetSeconds * 1000)
  const isShown = (offset: number) => offsetAt(timezone, local - offset) === offset
  // A local time that a clock change skips uses the offset before the change.
  const offset = offsets.find(isShown) ?? offsets[0] ?? 0
  return new Date(local - offset).toISOString()
}

function offsetAt(timezone: string, instant: number): number {
  const [current] = zoneOffsets(timezone, new Date(instant), new Date(instant))
  return (current?.offsetSeconds ?? 0) * 1000
}
