import { parseJson } from '@service/base'
import { type ColumnType, canonicalNumber } from '@service/datasource-toolkit'
import {
  parseDateText,
  parseDayText,
  parseTimeText,
  type TypedDate,
} from '../text/parse-date-text.js'
import { findJsonError } from './find-json-error.js'

/** What a typed text means for a column, or why it means nothing. */
export type ReadInput =
  | { readonly value: unknown }
  | { readonly problem: 'number' | 'date' | 'time' | 'json'; readonly line?: number }

/**
 * Reads what a person typed into the editor of a column. An empty text means null, except in text
 * columns.
 *
 * @example
 * readInput('Number', '1,848.82', typed) // { value: 1848.82 }
 */
export function readInput(columnType: ColumnType, text: string, typed: TypedDate): ReadInput {
  if (columnType === 'String' || columnType === 'Enum') return { value: text }
  if (text.trim() === '') return { value: null }
  if (columnType === 'Number') return readNumber(text)
  if (columnType === 'Date') return orProblem(parseDateText(text, typed), 'date')
  if (columnType === 'Dateonly') return orProblem(parseDayText(text, typed), 'date')
  if (columnType === 'Time') return orProblem(parseTimeText(text), 'time')
  if (columnType === 'Uuid') return { value: text.trim() }
  return readJson(text)
}

/** Spaces, and commas between groups of three digits, are not part of the number. */
function readNumber(text: string): ReadInput {
  const compact = text.replace(/[\s\u00a0\u202f_]/g, '')
  const isGrouped = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(compact)
  const isDecimalComma = /^[+-]?\d+,\d+$/.test(compact) && !isGrouped
  const plain = isGrouped ? compact.replaceAll(',', '') : compact
  const value = canonicalNumber(isDecimalComma ? plain.replace(',', '.') : plain)
  return value === undefined ? { problem: 'number' } : { value }
}

function readJson(text: string): ReadInput {
  const value = parseJson(text, notJson)
  if (value !== notJson) return { value }
  const position = findJsonError(text) ?? text.length
  return { problem: 'json', line: text.slice(0, position).split('\n').length }
}

const notJson = Symbol('not JSON')

function orProblem(value: string | undefined, problem: 'date' | 'time'): ReadInput {
  return value === undefined ? { problem } : { value }
}
