import { UnprocessableError } from '@service/base'
import type { ConditionTree, Operator } from '@service/datasource-toolkit'
import { isLeaf } from '@service/datasource-toolkit'
import { Decimal128, type Document } from 'mongodb'
import type { MongoColumn } from '../collection.js'
import { matchInside } from '../json-paths/match-inside.js'
import type { ColumnPath, FindColumn } from './column-path.js'
import { containing, likePattern } from './patterns.js'

/** Matches no document; the server detects that without reading any. */
export const nothing: Document = { _id: { $in: [] } }

/** Compiles a condition tree to a filter; undefined when it matches everything. */
export function compileMatch(
  tree: ConditionTree | undefined,
  findColumn: FindColumn,
): Document | undefined {
  if (!tree) return undefined
  if (isLeaf(tree)) return compileLeaf(findColumn(tree.field), tree.operator, tree.value ?? null)
  const parts = tree.conditions.map(condition => compileMatch(condition, findColumn))
  if (tree.aggregator === 'And') {
    const filters = parts.filter(part => part !== undefined)
    return filters.length > 1 ? { $and: filters } : filters[0]
  }
  if (parts.includes(undefined)) return undefined
  if (parts.length === 0) return nothing
  return parts.length === 1 ? parts[0] : { $or: parts }
}

function compileLeaf(columnPath: ColumnPath, operator: Operator, value: unknown): Document {
  return columnPath.column.inside
    ? matchInside(columnPath, operator, value, (other, operand) =>
        applyRule(columnPath, other, operand),
      )
    : applyRule(columnPath, operator, value)
}

function applyRule(columnPath: ColumnPath, operator: Operator, value: unknown): Document {
  const rules = columnPath.column.stored.kind === 'list' ? listRules : scalarRules
  const rule = rules[operator]
  if (rule) return rule(columnPath, value)
  throw new UnprocessableError(
    `MongoDB cannot evaluate ${operator} on '${columnPath.column.name}'.`,
  )
}

type Rule = (columnPath: ColumnPath, value: unknown) => Document
type Rules = Readonly<Partial<Record<Operator, Rule>>>

const isMissing: Rule = ({ path, column }) =>
  // A filter on null also matches elements of arrays, which only these columns can contain.
  column.stored.kind === 'json'
    ? { $and: [{ [path]: null }, { [path]: { $not: { $type: 'array' } } }] }
    : { [path]: null }

const isPresent: Rule = (columnPath, value) =>
  columnPath.column.stored.kind === 'json'
    ? { $nor: [isMissing(columnPath, value)] }
    : notBlank(columnPath)

function notBlank({ path, column }: ColumnPath): Document {
  return { [path]: column.schema.columnType === 'String' ? { $nin: [null, ''] } : { $ne: null } }
}

const isIn: Rule = ({ path, column }, value) => ({ [path]: { $in: storedForms(column, value) } })
const isNotIn: Rule = ({ path, column }, value) => ({
  [path]: { $nin: storedForms(column, value) },
})

const equals: Rule = (columnPath, value) => {
  const forms = storedForms(columnPath.column, [value])
  return forms.length === 1
    ? { [columnPath.path]: { $eq: forms[0] } }
    : { [columnPath.path]: { $in: forms } }
}

const differs: Rule = (columnPath, value) => {
  const forms = storedForms(columnPath.column, [value])
  return forms.length === 1
    ? { [columnPath.path]: { $ne: forms[0] } }
    : { [columnPath.path]: { $nin: forms } }
}

/**
 * Returns every form in which documents can contain one of the values; values that cannot be stored
 * are left out.
 */
function storedForms(column: MongoColumn, values: unknown): unknown[] {
  const list = Array.isArray(values) ? values : [values]
  return list.flatMap(value => {
    if (!isStorable(column, value)) return []
    const stored = column.codec.encode(value)
    if (column.stored.kind === 'key' && typeof stored !== 'string') return [stored, value]
    const isFraction = typeof stored === 'number' && !Number.isInteger(stored)
    return column.stored.kind === 'mixedNumber' && isFraction
      ? [stored, Decimal128.fromString(String(stored))]
      : [stored]
  })
}

const microseconds = /\.\d{3}(?!000)\d{3}Z$/

function isStorable({ stored }: MongoColumn, value: unknown): boolean {
  if (value === null) return true
  if (stored.kind === 'objectId') return /^[0-9a-f]{24}$/i.test(String(value))
  // Dates are stored with millisecond precision.
  return stored.kind !== 'date' || !microseconds.test(String(value))
}

const comparisons = { $lt: '$lte', $lte: '$lte', $gt: '$gt', $gte: '$gt' } as const

/** Nothing compares with null, and no stored instant lies between two milliseconds. */
const compares =
  (comparison: keyof typeof comparisons): Rule =>
  ({ path, column }, value) => {
    if (value === null) return nothing
    const isExact = column.stored.kind === 'objectId' || isStorable(column, value)
    const operator = isExact ? comparison : comparisons[comparison]
    return { [path]: { [operator]: column.codec.encode(value) } }
  }

type Pattern = (text: string) => Document

const matches =
  (pattern: Pattern): Rule =>
  ({ path }, value) =>
    typeof value === 'string' ? { [path]: pattern(value) } : nothing

const matchesNot =
  (pattern: Pattern): Rule =>
  ({ path }, value) =>
    typeof value === 'string' ? { [path]: { $not: pattern(value) } } : {}

const hasLength =
  (comparison: '$gt' | '$lt'): Rule =>
  ({ path }, value) => ({
    [path]: { $type: 'string' },
    $expr: { [comparison]: [{ $strLenCP: textAt(path) }, Number(value)] },
  })

/**
 * Returns the text at a path, or empty text for any other value, whose length would be an error.
 */
function textAt(path: string): Document {
  return { $cond: [{ $eq: [{ $type: `$${path}` }, 'string'] }, `$${path}`, ''] }
}

const scalarRules: Rules = {
  Missing: isMissing,
  Present: isPresent,
  Equal: equals,
  NotEqual: differs,
  In: isIn,
  NotIn: isNotIn,
  LessThan: compares('$lt'),
  LessThanOrEqual: compares('$lte'),
  GreaterThan: compares('$gt'),
  GreaterThanOrEqual: compares('$gte'),
  Like: matches(text => likePattern(text, '')),
  ILike: matches(text => likePattern(text, 'i')),
  Contains: matches(text => containing('', text, '')),
  NotContains: matchesNot(text => containing('', text, '')),
  IContains: matches(text => containing('', text, '', 'i')),
  NotIContains: matchesNot(text => containing('', text, '', 'i')),
  StartsWith: matches(text => containing('^', text, '')),
  IStartsWith: matches(text => containing('^', text, '', 'i')),
  EndsWith: matches(text => containing('', text, '\\z')),
  IEndsWith: matches(text => containing('', text, '\\z', 'i')),
  LongerThan: hasLength('$gt'),
  ShorterThan: hasLength('$lt'),
}

const isList: Rule = ({ path }) => ({ [path]: { $type: 'array' } })
const isNoList: Rule = ({ path }) => ({ [path]: { $not: { $type: 'array' } } })

const equalsList: Rule = (columnPath, value) => {
  if (value === null) return isNoList(columnPath, value)
  // Compared as expressions, because filters would also match elements.
  return {
    $expr: { $eq: [`$${columnPath.path}`, { $literal: columnPath.column.codec.encode(value) }] },
  }
}

const includesAll: Rule = (columnPath, value) => {
  const items = encodeItems(columnPath, value)
  return {
    $and: [
      isList(columnPath, null),
      ...(items.length > 0 ? [{ [columnPath.path]: { $all: items } }] : []),
    ],
  }
}

const includesNone: Rule = (columnPath, value) => ({
  $or: [
    isNoList(columnPath, null),
    { [columnPath.path]: { $nin: encodeItems(columnPath, value) } },
  ],
})

function encodeItems({ column }: ColumnPath, value: unknown): unknown[] {
  return column.codec.encode(Array.isArray(value) ? value : [value]) as unknown[]
}

const listRules: Rules = {
  Missing: isNoList,
  Present: isList,
  Equal: equalsList,
  NotEqual: (columnPath, value) => ({ $nor: [equalsList(columnPath, value)] }),
  IncludesAll: includesAll,
  IncludesNone: includesNone,
}
