import { ValidationError } from '@service/base'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
export const day = 24 * hour

/**
 * Formats the UTC offset of a time zone, such as `GMT+05:30`, from the runtime's time zone data.
 */
type Zone = Intl.DateTimeFormat

/** Its size is limited because names come from requests and can be spelled in many letter cases. */
const zones = new Map<string, Zone | null>()
const maxZones = 2_000

function findZone(name: string): Zone | null {
  const known = zones.get(name)
  if (known !== undefined) return known
  const zone = openZone(name)
  if (zones.size >= maxZones) zones.clear()
  zones.set(name, zone)
  return zone
}

function openZone(name: string): Zone | null {
  // A bare offset is rejected because databases disagree on the meaning of its sign.
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(name) || name.length >= 64) return null
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
  } catch {
    return null
  }
}

function requireZone(name: string): Zone {
  const zone = findZone(name)
  if (zone) return zone
  throw new ValidationError(
    `Unknown time zone '${name}'. Give an IANA name, such as Europe/Paris or UTC.`,
  )
}

/**
 * Returns whether a text is the IANA name of a time zone.
 *
 * @example
 * isValidTimezone('Europe/Paris') // true
 */
export function isValidTimezone(name: string): boolean {
  commonNames ??= new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])
  return commonNames.has(name) || findZone(name) !== null
}

/**
 * The first formatter of a process takes over 20 ms to create; checking a name does not need one.
 */
let commonNames: ReadonlySet<string> | undefined

const OFFSET = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/

/**
 * Reads how many milliseconds local time is ahead of UTC at an instant, from the time zone data.
 */
function readOffset(timezone: string, instant: number): number {
  const [, sign, hours, minutes, seconds] = OFFSET.exec(requireZone(timezone).format(instant)) ?? []
  if (!sign) return 0
  const size = Number(hours) * hour + Number(minutes) * minute + Number(seconds ?? 0) * second
  return sign === '-' ? -size : size
}

/** Outside these years the offset at the nearest bound is used: 9999-12-31 often means "never". */
const firstYear = 1900
const lastYear = 2100

/** Returns how many milliseconds local time is ahead of UTC at an instant. */
export function offsetAt(timezone: string, instant: number): number {
  const year = new Date(instant).getUTCFullYear()
  const known = Math.min(Math.max(year, firstYear), lastYear)
  const { offset, changes } = getZoneYear(timezone, known)
  let current = offset
  for (const change of changes) {
    if (change.from.getTime() > instant) break
    current = change.offsetSeconds * 1000
  }
  return current
}

/** Returns the local day of an instant, as that day's midnight in UTC in milliseconds. */
export function localDay(timezone: string, instant: number): number {
  return Math.floor((instant + offsetAt(timezone, instant)) / day) * day
}

/** Returns the first instant of a local day that is given as that day's midnight in UTC. */
export function startOfLocalDay(timezone: string, midnight: number): number {
  const offsets = [offsetAt(timezone, midnight - day), offsetAt(timezone, midnight + day)]
  const starts = offsets
    .map(offset => midnight - offset)
    .filter(instant => instant + offsetAt(timezone, instant) === midnight)
  if (starts.length > 0) return Math.min(...starts)
  // A change of offset skipped midnight, so the day begins at the change.
  return firstInstant(
    midnight - day,
    midnight + day,
    instant => localDay(timezone, instant) >= midnight,
  )
}

/** Finds the first instant in (from, to] that passes a test which stays true once it is true. */
function firstInstant(from: number, to: number, test: (instant: number) => boolean): number {
  let low = from
  let high = to
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (test(middle)) high = middle
    else low = middle
  }
  return high
}

export interface ZoneOffset {
  readonly from: Date
  readonly offsetSeconds: number
}

/**
 * Returns the offset of a zone at `from`, then each change up to `to`. Changes before 1900 and
 * after 2100 are left out.
 *
 * @example
 * zoneOffsets('Europe/Paris', new Date('2024-01-01'), new Date('2024-06-01'))
 * // [{ from: 2024-01-01T00:00Z, offsetSeconds: 3600 }, { from: 2024-03-31T01:00Z, offsetSeconds: 7200 }]
 */
export function zoneOffsets(timezone: string, from: Date, to: Date): ZoneOffset[] {
  const offsets = [{ from, offsetSeconds: offsetAt(timezone, from.getTime()) / 1000 }]
  const start = Math.max(from.getUTCFullYear(), firstYear)
  const end = Math.min(to.getUTCFullYear(), lastYear)
  for (let year = start; year <= end; year++) {
    const { changes } = getZoneYear(timezone, year)
    offsets.push(...changes.filter(change => change.from > from && change.from < to))
  }
  return offsets
}

/** The offset at the start of a year, and the changes within it. */
interface ZoneYear {
  readonly offset: number
  readonly changes: readonly ZoneOffset[]
}

/**
 * Reading one offset takes microseconds, so each year is read once. Its size is limited like that
 * of `zones`.
 */
const years = new Map<string, ZoneYear>()
const maxYears = 20_000

function getZoneYear(timezone: string, year: number): ZoneYear {
  const key = `${timezone} ${year}`
  const known = years.get(key)
  if (known) return known
  const start = Date.UTC(year, 0)
  const found = {
    offset: readOffset(timezone, start),
    changes: [...findChanges(timezone, start, Date.UTC(year + 1, 0))],
  }
  if (years.size >= maxYears) years.clear()
  years.set(key, found)
  return found
}

/** No zone changes its offset and back within this time. */
const stride = 5 * day

/** Finds the changes in [start, end). */
function* findChanges(timezone: string, start: number, end: number): Generator<ZoneOffset> {
  let offset = readOffset(timezone, start - 1)
  for (let instant = start - 1; instant < end - 1; instant += stride) {
    const next = Math.min(instant + stride, end - 1)
    const nextOffset = readOffset(timezone, next)
    if (nextOffset !== offset) {
      const before = offset
      const change = firstInstant(instant, next, at => readOffset(timezone, at) !== before)
      yield { from: new Date(change), offsetSeconds: nextOffset / 1000 }
      offset = nextOffset
    }
  }
}
