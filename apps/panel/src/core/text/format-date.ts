import { withoutTrailing } from '@service/base'
import { type LocalTime, readLocalTime, readOffset } from './zone.js'

/** How a person reads dates. */
export interface DateStyle {
  /** An IANA name, such as `Europe/Paris`. */
  readonly zone: string
  /** A BCP 47 tag. */
  readonly language: string
}

/** Dates outside these years, and `infinity`, are shown as the agent sends them. */
const usualInstant = /^\d{4}-\d\d-\d\dT/
const usualDay = /^(?!0000)\d{4}-\d\d-\d\d$/

/**
 * Formats an instant on the clock of a zone: `30 Sep 2026, 14:39`.
 *
 * @example
 * formatDate('2026-09-30T12:39:00.000Z', { zone: 'Europe/Paris', language: 'en' })
 */
export function formatDate(value: string, { zone, language }: DateStyle): string {
  const date = readInstant(value)
  if (!date) return value
  const local = readLocalTime(date, zone)
  return `${formatCalendarDay(local.year, local.month, local.day, language)}, ${showTime(local)}`
}

/**
 * Formats a day: `30 Sep 2026`.
 *
 * @example
 * formatDay('2026-09-30', 'en')
 */
export function formatDay(value: string, language: string): string {
  if (!usualDay.test(value)) return value
  const [year = 0, month = 0, day = 0] = value.split('-').map(Number)
  const isReal = new Date(`${value}T00:00:00Z`).getUTCDate() === day
  return isReal ? formatCalendarDay(year, month, day, language) : value
}

/**
 * Formats a time of day without seconds that are zero: `14:39`.
 *
 * @example
 * formatTime('14:39:00') // '14:39'
 */
export function formatTime(value: string): string {
  return value.replace(/^(\d\d:\d\d):00(?:\.0+)?$/, '$1')
}

/**
 * Formats the time of an instant on the clock of a zone: `14:39`.
 *
 * @example
 * formatClock(new Date('2026-09-30T12:39:00Z'), 'Europe/Paris') // '14:39'
 */
export function formatClock(date: Date, zone: string): string {
  return showTime(readLocalTime(date, zone))
}

/**
 * Formats an instant in UTC, for hints: `2026-09-30 12:39:00 UTC`.
 *
 * @example
 * formatUtc('2026-09-30T12:39:00.000Z')
 */
export function formatUtc(value: string): string {
  const date = readInstant(value)
  return date ? `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC` : value
}

/**
 * Formats an instant as people type it, so that it can be edited and read back exactly.
 *
 * @example
 * formatDateInput('2026-09-30T12:39:00.000Z', 'Europe/Paris') // '2026-09-30 14:39'
 */
export function formatDateInput(value: string, zone: string): string {
  const date = readInstant(value)
  if (!date) return value
  const local = readLocalTime(date, zone)
  const day = `${String(local.year).padStart(4, '0')}-${pad(local.month)}-${pad(local.day)}`
  const fraction = readFraction(value)
  const seconds = local.second > 0 || fraction !== '' ? `:${pad(local.second)}${fraction}` : ''
  const text = `${day} ${pad(local.hour)}:${pad(local.minute)}${seconds}`
  return isShownTwice(date, zone)
    ? `${text} ${formatOffset(readOffset(date.getTime(), zone))}`
    : text
}

/** The digits after the second, without zeros at the end: agents send up to six. */
function readFraction(value: string): string {
  const digits = withoutTrailing(/\.(\d+)/.exec(value)?.[1] ?? '', '0')
  return digits === '' ? '' : `.${digits}`
}

/** Whether the clocks show the same time at another instant, since they were set back. */
function isShownTwice(date: Date, zone: string): boolean {
  const instant = date.getTime()
  const offset = readOffset(instant, zone)
  return [-26, 26].some(hours => {
    const other = readOffset(instant + hours * 3_600_000, zone)
    const twin = instant + offset - other
    return other !== offset && readOffset(twin, zone) === other
  })
}

/**
 * Formats the offset of a zone.
 *
 * @example
 * formatOffset(7200000) // '+02:00'
 */
export function formatOffset(offset: number): string {
  const seconds = Math.abs(offset) / 1000
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = parts[2] === 0 ? parts.slice(0, 2) : parts
  return `${offset < 0 ? '-' : '+'}${shown.map(pad).join(':')}`
}

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/**
 * Formats an instant relative to now: `2 hours ago`.
 *
 * @example
 * formatRelative('2026-09-30T10:00:00.000Z', new Date('2026-09-30T12:00:00Z'), 'en') // '2 hours ago'
 */
export function formatRelative(value: string, now: Date, language: string): string {
  const date = readInstant(value)
  if (!date) return value
  const seconds = (date.getTime() - now.getTime()) / 1000
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const unit = units.find(([, length]) => Math.abs(seconds) >= length)
  if (!unit) return format.format(0, 'second')
  return format.format(Math.trunc(seconds / unit[1]), unit[0])
}

function readInstant(value: string): Date | undefined {
  if (!usualInstant.test(value)) return undefined
  const date = new Date(value)
  const isUsual = !Number.isNaN(date.getTime()) && date.getUTCFullYear() > 0
  return isUsual ? date : undefined
}

function formatCalendarDay(year: number, month: number, day: number, language: string): string {
  const date = new Date(Date.UTC(2000, month - 1, day))
  if (!language.startsWith('en')) {
    date.setUTCFullYear(year, month - 1, day)
    return getDayFormat(language).format(date)
  }
  return `${day} ${getMonthFormat().format(date)} ${year}`
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()

function getDayFormat(language: string): Intl.DateTimeFormat {
  const known = dayFormats.get(language)
  if (known) return known
  const options = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  const format = new Intl.DateTimeFormat(language, options)
  dayFormats.set(language, format)
  return format
}

let monthFormat: Intl.DateTimeFormat | undefined

function getMonthFormat(): Intl.DateTimeFormat {
  monthFormat ??= new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
  return monthFormat
}

const showTime = ({ hour, minute }: LocalTime): string => `${pad(hour)}:${pad(minute)}`

const pad = (count: number): string => String(count).padStart(2, '0')
