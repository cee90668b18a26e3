import { isServiceError, parseExactJson } from '@service/base'
import { type ColumnType, canonicalTime, parseValue } from '@service/datasource-toolkit'
import { parseNumberText } from '../text/number-input.js'
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
  if (columnType === 'Number') return orProblem(parseNumberText(text, typed.language), 'number')
  if (columnType === 'Date') {
    return orProblem(parseDateText(text, typed) ?? readExactly(columnType, text), 'date')
  }
  if (columnType === 'Dateonly') {
    return orProblem(parseDayText(text, typed) ?? readExactly(columnType, text), 'date')
  }
  if (columnType === 'Time') {
    return orProblem(canonicalTime(text.trim()) ?? parseTimeText(text), 'time')
  }
  if (columnType === 'Uuid') return { value: text.trim() }
  return readJson(text)
}

/** Reads a value in its canonical form: dates before year 1 are written as the agent sends them. */
function readExactly(columnType: 'Date' | 'Dateonly', text: string): string | undefined {
  try {
    return String(parseValue(columnType, text.trim()))
  } catch (error) {
    if (!isServiceError(error)) throw error
    return undefined
  }
}

/** Numbers keep all their digits: a document may hold ids that no double can. */
function readJson(text: string): ReadInput {
  try {
    return { value: parseExactJson(text) }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const position = findJsonError(text) ?? text.length
    return { problem: 'json', line: text.slice(0, position).split('\n').length }
  }
}

function orProblem(
  value: string | number | undefined,
  problem: 'number' | 'date' | 'time',
): ReadInput {
  return value === undefined ? { problem } : { value }
}
