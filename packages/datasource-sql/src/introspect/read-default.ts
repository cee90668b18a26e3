import { parseJson } from '@service/base'
import type { ColumnType, PrimitiveType } from '@service/datasource-toolkit'
import { decodeNumber } from '../codecs.js'
import type { MappedType } from './catalogue-facts.js'

export interface DefaultInfo {
  readonly hasDefault: boolean
  readonly defaultValue?: unknown
}

const noDefault: DefaultInfo = { hasDefault: false }
const expressionDefault: DefaultInfo = { hasDefault: true }

/**
 * Parses the SQL of a default. A literal is returned in canonical form, an expression only as
 * existing, and `null` as no default.
 */
export function readDefault(
  sqlText: string | null | undefined,
  type: MappedType | undefined,
): DefaultInfo {
  if (sqlText === null || sqlText === undefined) return noDefault
  const text = withoutCast(withoutParentheses(sqlText.trim()))
  if (/^null$/i.test(text)) return noDefault
  const literal = literalText(text)
  return literal === undefined ? expressionDefault : readLiteral(literal, type)
}

/** Parses a default that the catalog stores as a bare value, without quotes. */
export function readLiteral(text: string, type: MappedType | undefined): DefaultInfo {
  const value = type && canonicalValue(type, text)
  return value === undefined ? expressionDefault : { hasDefault: true, defaultValue: value }
}

/** `((0))` → `0`, but `(a) + (b)` stays. */
function withoutParentheses(text: string): string {
  return isWrapped(text) ? withoutParentheses(text.slice(1, -1).trim()) : text
}

/** Whether the first parenthesis closes at the very end. */
function isWrapped(text: string): boolean {
  if (!text.startsWith('(') || !text.endsWith(')')) return false
  let depth = 0
  const unquoted = text.replaceAll(/'(?:[^']|'')*'/g, '')
  for (let at = 0; at < unquoted.length; at++) {
    if (unquoted[at] === '(') depth++
    if (unquoted[at] === ')') depth--
    if (depth === 0) return at === unquoted.length - 1
  }
  return false
}

/** PostgreSQL prints `'a'::character varying` and `'-1'::integer`. */
function withoutCast(text: string): string {
  const cast = /^((?:E?'(?:[^']|'')*'|\(?-?[\d.]+\)?|null))(?:::[\w\s."[\](),]+)+$/i.exec(text)
  return cast?.[1] ? withoutParentheses(cast[1]) : text
}

/** Returns the text of a literal; undefined for any other expression. */
function literalText(text: string): string | undefined {
  const plain = /^N?'((?:[^']|'')*)'$/i.exec(text)
  if (plain) return (plain[1] ?? '').replaceAll("''", "'")
  const escaped = /^E'((?:[^'\\]|''|\\[\s\S])*)'$/i.exec(text)
  if (escaped) return unescaped((escaped[1] ?? '').replaceAll("''", "'"))
  const bits = /^b'([01]+)'$/i.exec(text)
  if (bits?.[1]) return String(Number.parseInt(bits[1], 2))
  if (/^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(text)) return text
  return /^(true|false)$/i.test(text) ? text.toLowerCase() : undefined
}

/** The meaning of escapes such as `\n` in `E'…'`; any other character is literal. */
const escapes: Readonly<Record<string, string>> = {
  '0': '\0',
  b: '\b',
  n: '\n',
  r: '\r',
  t: '\t',
  Z: '\x1a',
}

function unescaped(body: string): string {
  return body.replaceAll(/\\([\s\S])/g, (_, letter: string) => escapes[letter] ?? letter)
}

function canonicalValue({ columnType, enumValues }: MappedType, text: string): unknown {
  if (typeof columnType !== 'string') return isList(columnType) && text === '{}' ? [] : undefined
  if (columnType === 'Enum') return enumValues?.includes(text) ? text : undefined
  return canonicalValues[columnType]?.(text)
}

function isList(columnType: ColumnType): boolean {
  return Array.isArray(columnType)
}

const canonicalValues: { readonly [T in PrimitiveType]?: (text: string) => unknown } = {
  String: text => text,
  Number: text => (Number.isFinite(Number(text)) ? decodeNumber(text) : undefined),
  Boolean: text => booleans[text.toLowerCase()],
  Uuid: text =>
    /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text.toLowerCase() : undefined,
  Json: text => parseJson(text),
  Dateonly: text => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined),
  Time: text => /^(\d\d:\d\d:\d\d)(?:\.0*)?$/.exec(text)?.[1],
  Date: isoDate,
}

const booleans: Readonly<Record<string, boolean>> = {
  true: true,
  t: true,
  '1': true,
  false: false,
  f: false,
  '0': false,
}

/** A timestamp without a zone is in UTC. */
function isoDate(text: string): string | undefined {
  const parts = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d{1,3})?(Z|[-+]\d\d(?::?\d\d)?)?$/.exec(
    text,
  )
  if (!parts) return undefined
  const [, day, time, fraction = '', zone = 'Z'] = parts
  const offset = /^[-+]\d\d$/.test(zone) ? `${zone}:00` : zone
  const date = new Date(`${day}T${time}${fraction}${offset}`)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
