import { addMicroseconds, type Instant } from '../../store/instant.js'

/** The comparisons of a parameter such as `createdAt.lt`, and their SQL operators. */
export const comparisons = { eq: '=', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const
export type Comparison = keyof typeof comparisons

const ISO_8601 =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d)(?::(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?(Z|[+-]\d\d(?::?\d\d)?)?)?)?)?$/i

const EARLIEST = Date.parse('0001-01-01T00:00:00Z')
const LATEST = Date.parse('9999-12-31T23:59:59Z')

/**
 * The value to compare with for the `text` of a client, or undefined when it is not an instant. The store has
 * microseconds: finer digits are rounded so that the comparison stays correct, and nothing equals an instant
 * between two microseconds (null).
 *
 * @example
 * boundOf('2026-02-01T08:30:00+02:00', 'lt') // '2026-02-01T06:30:00.000000Z'
 */
export function parseBound(text: string, comparison: Comparison): Instant | null | undefined {
  const match = ISO_8601.exec(text)
  const seconds = match && parseSeconds(match)
  if (!seconds) return undefined
  const { time, fraction } = seconds
  // Nothing is stored outside these years, and PostgreSQL formats them differently.
  if (time < EARLIEST) return '-infinity'
  if (time >= LATEST) return 'infinity'
  const second = new Date(time).toISOString().slice(0, 19)
  const below = `${second}.${fraction.slice(0, 6).padEnd(6, '0')}Z`
  if (!/[1-9]/.test(fraction.slice(6))) return below
  return rounded[comparison](below)
}

/** The bound for an instant between `below` and the next microsecond. */
const rounded: Readonly<Record<Comparison, (below: Instant) => Instant | null>> = {
  eq: () => null,
  lt: below => addMicroseconds(below, 1),
  gte: below => addMicroseconds(below, 1),
  lte: below => below,
  gt: below => below,
}

/** The whole seconds of an instant, in milliseconds of UTC, and the fraction digits. */
function parseSeconds(match: RegExpExecArray): { time: number; fraction: string } | undefined {
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00'] = match
  const [fraction = '', zone = 'Z'] = match.slice(7)
  const midnight = new Date(`${year}-${month}-${day}T00:00:00Z`)
  const clock = Number(hour) * 3600 + Number(minute) * 60 + Number(second)
  const isDate = midnight.getUTCDate() === Number(day)
  const isTime = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
  // ISO 8601 writes the end of a day as 24:00.
  const isEndOfDay = clock === 86_400 && Number(hour) === 24 && /^0*$/.test(fraction)
  const offset = parseZoneOffset(zone)
  if (!isDate || !(isTime || isEndOfDay) || offset === undefined) return undefined
  return { time: midnight.getTime() + (clock - offset) * 1000, fraction }
}

/** Seconds east of UTC. */
function parseZoneOffset(zone: string): number | undefined {
  if (zone === 'Z' || zone === 'z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(3).replace(':', '') || 0)
  if (hours > 23 || minutes > 59) return undefined
  return (zone[0] === '-' ? -1 : 1) * (hours * 3600 + minutes * 60)
}
