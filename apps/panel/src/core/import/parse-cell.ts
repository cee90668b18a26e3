import { isServiceError, parseExactJson } from '@service/base'
import { canonicalNumber, canonicalTime, parseValue } from '@service/datasource-toolkit'
import type { FieldModel } from '../schema/collection-model.js'
import { parseDateText } from '../text/parse-date-text.js'
import { findInstant } from '../text/zone.js'
import type { CellFormat, DateOrder } from './import-settings.js'

/** Why a cell is no value of its field. */
export type CellProblem = 'number' | 'date' | 'time' | 'boolean' | 'enum' | 'json' | 'value'

export type ParsedCell = { readonly value: unknown } | { readonly problem: CellProblem }

type CellField = Pick<FieldModel, 'kind' | 'columnType' | 'enumValues' | 'target'>

/**
 * Reads a cell that is not empty as a value of its field; of a to-one relation, as the id of the
 * related record.
 *
 * @example
 * parseCell(total, '1.848,82', { dateOrder: 'iso', decimal: ',' }, 'UTC') // { value: 1848.82 }
 */
export function parseCell(
  field: CellField,
  text: string,
  format: CellFormat,
  zone: string,
): ParsedCell {
  if (field.kind === 'to-one') return { value: { type: field.target, id: text.trim() } }
  const { columnType } = field
  if (typeof columnType !== 'string') return parseJson(text)
  switch (columnType) {
    case 'Number':
      return orProblem(parseNumber(text, format.decimal), 'number')
    case 'Dateonly':
      return orProblem(parseDay(text, format.dateOrder), 'date')
    case 'Date':
      return orProblem(parseInstant(text, format.dateOrder, zone), 'date')
    case 'Time':
      return orProblem(canonicalTime(text.trim()), 'time')
    case 'Boolean':
      return orProblem(booleans.get(text.trim().toLowerCase()), 'boolean')
    case 'Enum':
      return orProblem(findOption(field.enumValues, text.trim()), 'enum')
    case 'Json':
      return parseJson(text)
    case 'String':
    case 'File':
      return { value: text }
    default:
      return parseOther(columnType, text.trim())
  }
}

const yes = [
  'true',
  'yes',
  'y',
  '1',
  'x',
  'on',
  'vrai',
  'oui',
  'wahr',
  'ja',
  'verdadero',
  'sí',
  'si',
]
const no = ['false', 'no', 'n', '0', 'off', 'faux', 'non', 'falsch', 'nein', 'falso']
const booleans = new Map([
  ...yes.map(word => [word, true] as const),
  ...no.map(word => [word, false] as const),
])

/** Spaces and apostrophes separate groups in every language; so does the sign that is not decimal. */
function parseNumber(text: string, decimal: '.' | ','): number | string | undefined {
  const compact = text.replace(/[\s\u00a0\u202f'’]/g, '').replace(/^[−–]/, '-')
  const grouped =
    decimal === '.' ? /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/ : /^[+-]?\d{1,3}(?:\.\d{3})+(?:,\d*)?$/
  const plain = grouped.test(compact)
    ? compact.replaceAll(decimal === '.' ? ',' : '.', '')
    : compact
  if (decimal === '.') return canonicalNumber(plain)
  // "1.5" has no decimal comma: it may be meant as one and a half, or as fifteen.
  return plain.includes('.') ? undefined : canonicalNumber(plain.replace(',', '.'))
}

interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
}

const isoDay = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const otherDay = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/

function readDay(text: string, order: DateOrder): Day | undefined {
  const iso = isoDay.exec(text)
  const other = order === 'iso' ? null : otherDay.exec(text)
  const parts = (iso ?? other)?.slice(1).map(Number)
  if (!parts) return undefined
  const [first = 0, second = 0, third = 0] = parts
  if (iso) return checkDay({ year: first, month: second, day: third })
  const isDayFirst = order === 'day-first'
  return checkDay({
    year: third,
    month: isDayFirst ? second : first,
    day: isDayFirst ? first : second,
  })
}

function checkDay({ year, month, day }: Day): Day | undefined {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal && year > 0 ? { year, month, day } : undefined
}

function parseDay(text: string, order: DateOrder): string | undefined {
  // A day that was exported as an instant.
  const trimmed = text.trim().replace(/[T ]00:00(?::00(?:\.0+)?)?Z?$/, '')
  const day = readDay(trimmed, order)
  return day && [pad(day.year, 4), pad(day.month), pad(day.day)].join('-')
}

const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/

function parseInstant(text: string, order: DateOrder, zone: string): string | undefined {
  const trimmed = text.trim()
  if (/^\d{4}-\d\d-\d\d/.test(trimmed))
    return parseDateText(trimmed, { now: new Date(0), zone, language: 'en' })
  const gap = trimmed.search(/[ T,]/)
  const day = readDay(gap < 0 ? trimmed : trimmed.slice(0, gap), order)
  const time = gap < 0 ? '0:00' : trimmed.slice(gap + 1).trim()
  const match = clock.exec(time)
  if (!day || !match) return undefined
  const [hour = 0, minute = 0, second = 0] = match.slice(1).map(part => Number(part ?? 0))
  if (hour > 23 || minute > 59 || second > 59) return undefined
  return findInstant({ ...day, hour, minute, second, millisecond: 0 }, zone).toISOString()
}

function findOption(options: readonly string[], text: string): string | undefined {
  if (options.length === 0 || options.includes(text)) return text
  const lowered = text.toLowerCase()
  const matching = options.filter(option => option.toLowerCase() === lowered)
  return matching.length === 1 ? matching[0] : undefined
}

function parseJson(text: string): ParsedCell {
  try {
    return { value: parseExactJson(text) }
  } catch {
    return { problem: 'json' }
  }
}

function parseOther(columnType: 'Binary' | 'Point' | 'Uuid', text: string): ParsedCell {
  try {
    parseValue(columnType, text)
    return { value: text }
  } catch (error) {
    if (!isServiceError(error)) throw error
    return { problem: 'value' }
  }
}

function orProblem(value: unknown, problem: CellProblem): ParsedCell {
  return value === undefined ? { problem } : { value }
}

function pad(number: number, length = 2): string {
  return String(number).padStart(length, '0')
}
