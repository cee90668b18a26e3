import { withoutTrailing } from '@service/base'
import { addDays, addMonths, findInstant, type LocalTime, readLocalTime } from './zone.js'

/** Where and when a person types a date or a number. */
export interface TypedDate {
  readonly now: Date
  readonly zone: string
  /** A BCP 47 tag, which decides about separators. */
  readonly language: string
}

/**
 * Reads a date with time as people type it: ISO, `tomorrow 9:00`, `in 2 hours`, `next friday`,
 * `1 Oct 2026 9pm`. Undefined when it cannot be understood.
 *
 * @example
 * parseDateText('tomorrow 9:00', { now: new Date(), zone: 'Europe/Paris' }) // '2026-10-02T07:00:00.000Z'
 */
export function parseDateText(text: string, typed: TypedDate): string | undefined {
  const plain = text.trim().toLowerCase().replace(/\s+/g, ' ')
  const iso = parseIso(plain, typed.zone) ?? parseShift(plain, typed)?.toISOString()
  if (iso !== undefined) return iso
  if (plain === 'now') return typed.now.toISOString()
  const { day, time } = splitTime(plain)
  const midnight = toMidnight(readLocalTime(typed.now, typed.zone))
  const date = day === '' ? midnight : parseDayWords(day, midnight)
  const clock = time === undefined ? { hour: 0, minute: 0, second: 0 } : parseClock(time)
  if (!date || !clock || (day === '' && time === undefined)) return undefined
  return findInstant({ ...date, ...clock }, typed.zone).toISOString()
}

/**
 * Reads a day as people type it: ISO, `tomorrow`, `in 3 weeks`, `1 Oct 2026`.
 *
 * @example
 * parseDayText('tomorrow', { now: new Date(), zone: 'Europe/Paris' }) // '2026-10-02'
 */
export function parseDayText(text: string, { now, zone }: TypedDate): string | undefined {
  const plain = text.trim().toLowerCase().replace(/\s+/g, ' ')
  const date = parseDayWords(plain, toMidnight(readLocalTime(now, zone)))
  return date && formatIsoDay(date)
}

/**
 * Reads a time of day as people type it: `9`, `9:30`, `9pm`, `21:15:30`.
 *
 * @example
 * parseTimeText('9pm') // '21:00:00'
 */
export function parseTimeText(text: string): string | undefined {
  const clock = parseClock(text.trim().toLowerCase())
  return clock && [clock.hour, clock.minute, clock.second].map(pad).join(':')
}

const isoText =
  /^(\d{4})-(\d\d)-(\d\d)(?:[t ](\d\d?):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?(?: ?(z|utc|[+-]\d\d(?::?\d\d(?::\d\d)?)?))?)?$/

function parseIso(text: string, zone: string): string | undefined {
  const match = isoText.exec(text)
  if (!match) return undefined
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', offset] = match
  const local: LocalTime = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    millisecond: Number(fraction.slice(0, 3).padEnd(3, '0')),
  }
  if (!isRealDay(local) || local.hour > 23 || local.minute > 59 || local.second > 59)
    return undefined
  const utc = findInstant(local, 'UTC').getTime()
  const instant =
    offset === undefined ? findInstant(local, zone) : new Date(utc - readOffsetText(offset))
  const micros = withoutTrailing(fraction.slice(3), '0')
  const iso = instant.toISOString()
  return micros === '' ? iso : iso.replace('Z', `${micros.padEnd(3, '0')}Z`)
}

function readOffsetText(text: string): number {
  if (text === 'z' || text === 'utc') return 0
  const digits = text.slice(1).replaceAll(':', '').padEnd(6, '0')
  const [hours, minutes, seconds] = [0, 2, 4].map(start => Number(digits.slice(start, start + 2)))
  const offset = ((hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)) * 1000
  return text.startsWith('-') ? -offset : offset
}

const hourWords =
  /^(?:in (\d{1,6}) (min(?:ute)?s?|hours?|h)|(\d{1,6}) (min(?:ute)?s?|hours?|h) ago)$/

/** Minutes and hours pass by, whatever the clocks show. */
function parseShift(text: string, { now }: TypedDate): Date | undefined {
  const match = hourWords.exec(text)
  if (!match) return undefined
  const count = Number(match[1] ?? -Number(match[3]))
  const length = (match[2] ?? match[4] ?? '').startsWith('m') ? 60_000 : 3_600_000
  return new Date(now.getTime() + count * length)
}

const timeAtEnd =
  /^(.*?)(?:^| )(?:at )?(\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?|\d{1,2} ?[ap]m|noon|midnight)$/

function splitTime(text: string): { readonly day: string; readonly time?: string } {
  const match = timeAtEnd.exec(text)
  return match ? { day: (match[1] ?? '').trim().replace(/,$/, ''), time: match[2] } : { day: text }
}

function parseClock(text: string) {
  if (text === 'noon') return { hour: 12, minute: 0, second: 0 }
  if (text === 'midnight') return { hour: 0, minute: 0, second: 0 }
  const match = /^(\d{1,2})(?::(\d\d))?(?::(\d\d))? ?([ap]m)?$/.exec(text)
  if (!match) return undefined
  const [, hours, minutes = '0', seconds = '0', half] = match
  const typedHour = Number(hours)
  if (half !== undefined && (typedHour < 1 || typedHour > 12)) return undefined
  const hour = half === undefined ? typedHour : (typedHour % 12) + (half === 'pm' ? 12 : 0)
  const clock = { hour, minute: Number(minutes), second: Number(seconds) }
  return clock.hour < 24 && clock.minute < 60 && clock.second < 60 ? clock : undefined
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const nearDays: ReadonlyMap<string, number> = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tomorrow', 1],
])

function parseDayWords(text: string, today: LocalTime): LocalTime | undefined {
  const near = nearDays.get(text)
  if (near !== undefined) return addDays(today, near)
  const period = parsePeriod(text, today)
  if (period) return isRealDay(period) ? period : undefined
  return parseWeekday(text, today) ?? parseIsoDay(text, today) ?? parseNamedDay(text, today)
}

const periodWords =
  /^(?:in (\d{1,5}|an?) (days?|weeks?|months?|years?)|(\d{1,5}|an?) (days?|weeks?|months?|years?) ago|(next|last) (week|month|year))$/

function parsePeriod(text: string, today: LocalTime): LocalTime | undefined {
  const match = periodWords.exec(text)
  if (!match) return undefined
  const [, later, laterUnit, earlier, earlierUnit, direction, onceUnit] = match
  const unit = (laterUnit ?? earlierUnit ?? onceUnit ?? '').replace(/s$/, '')
  const sign = earlier !== undefined || direction === 'last' ? -1 : 1
  const count =
    sign * (Number(later ?? earlier ?? 1) || (/^an?$/.test(later ?? earlier ?? '') ? 1 : 0))
  if (unit === 'day' || unit === 'week') return addDays(today, count * (unit === 'week' ? 7 : 1))
  return addMonths(today, count * (unit === 'year' ? 12 : 1))
}

/** `friday` is the next one, today included; `next friday` is after today, `last friday` before. */
function parseWeekday(text: string, today: LocalTime): LocalTime | undefined {
  const match = /^(?:(next|last|this) )?([a-z]{3,9})$/.exec(text)
  const name = match?.[2] ?? ''
  const weekday = weekdays.findIndex(each => each === name || each.slice(0, 3) === name)
  if (!match || weekday < 0) return undefined
  const current = new Date(Date.UTC(today.year, today.month - 1, today.day)).getUTCDay()
  const ahead = (weekday - current + 7) % 7
  if (match[1] === 'last') return addDays(today, ahead - 7)
  return addDays(today, match[1] === 'next' && ahead === 0 ? 7 : ahead)
}

function parseIsoDay(text: string, today: LocalTime): LocalTime | undefined {
  const match = /^(\d{4})-(\d\d?)-(\d\d?)$/.exec(text)
  return match ? checkDay(today, Number(match[1]), Number(match[2]), Number(match[3])) : undefined
}

/** `1 oct`, `oct 1`, `1 october 2026`, `oct 1, 2026`. */
function parseNamedDay(text: string, today: LocalTime): LocalTime | undefined {
  const dayFirst = /^(\d{1,2}) ([a-z]{3,9})\.?(?:,? (\d{4}))?$/.exec(text)
  const monthFirst = /^([a-z]{3,9})\.? (\d{1,2})(?:,? (\d{4}))?$/.exec(text)
  const [day, name, year] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]]
  const month = months.indexOf((name ?? '').slice(0, 3)) + 1
  if (month === 0) return undefined
  return checkDay(today, Number(year ?? today.year), month, Number(day))
}

function checkDay(today: LocalTime, year: number, month: number, day: number) {
  const date = { ...today, year, month, day }
  return isRealDay(date) ? date : undefined
}

function isRealDay({ year, month, day }: LocalTime): boolean {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return year > 0 && year < 10_000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

function toMidnight(local: LocalTime): LocalTime {
  return { ...local, hour: 0, minute: 0, second: 0, millisecond: 0 }
}

function formatIsoDay({ year, month, day }: LocalTime): string {
  return `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`
}

const pad = (count: number): string => String(count).padStart(2, '0')
