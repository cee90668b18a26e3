import type { Operator } from '@service/datasource-toolkit'
import type { Document } from 'mongodb'
import type { ColumnPath } from '../compile/column-path.js'

type Rule = (operator: Operator, value: unknown) => Document

/**
 * Compiles the filter of a JSON path. `rule` returns the filter of a column, which also matches
 * elements of lists and does not distinguish null from values of another type.
 */
export function matchInside(
  columnPath: ColumnPath,
  operator: Operator,
  value: unknown,
  rule: Rule,
): Document {
  const again = (other: Operator, operand = value) => matchInside(columnPath, other, operand, rule)
  const isNull = () => not(isOfType(columnPath))
  switch (operator) {
    case 'Missing':
      return isNull()
    case 'Present':
      return isPresent(columnPath)
    case 'Equal':
      return value === null ? isNull() : and(rule(operator, value), ...noLists(columnPath))
    case 'In': {
      const values = Array.isArray(value) ? value : [value]
      const known = and(
        rule(
          operator,
          values.filter(each => each !== null),
        ),
        ...noLists(columnPath),
      )
      return values.includes(null) ? { $or: [known, isNull()] } : known
    }
    case 'NotEqual':
      return value === null ? isOfType(columnPath) : not(again('Equal'))
    case 'NotIn':
      return not(again('In'))
    case 'NotContains':
      return not(again('Contains'))
    case 'NotIContains':
      return not(again('IContains'))
    case 'IncludesNone':
      return { $or: [rule(operator, value), isNull()] }
    default:
      return and(rule(operator, value), isOfType(columnPath))
  }
}

/** Matches when the value is of its type, and neither a list nor inside a list. */
export function isOfType(columnPath: ColumnPath): Document {
  const { column, path } = columnPath
  return and({ [path]: column.inside?.kind?.filter ?? { $ne: null } }, ...noLists(columnPath))
}

/** Builds an expression for the value at a JSON path: null when it is not of its type. */
export function typedValue({ column, path }: ColumnPath): unknown {
  const value = `$${path}`
  // For a path through a list, an expression returns a list, which is not of the type either.
  return column.inside?.kind ? { $cond: [column.inside.kind.holds(value), value, null] } : value
}

function isPresent(columnPath: ColumnPath): Document {
  const { column, path } = columnPath
  return column.schema.columnType === 'String'
    ? and({ [path]: { $ne: '' } }, isOfType(columnPath))
    : isOfType(columnPath)
}

/** Filters also match inside lists, but a JSON path never leads through a list. */
function noLists({ column, path }: ColumnPath): Document[] {
  const names = path.split('.')
  const ways = names.map((_, index) => names.slice(0, index + 1).join('.'))
  if (column.inside?.kind?.isList) ways.pop()
  return ways.map(way => ({ [way]: { $not: { $type: 'array' } } }))
}

const and = (...filters: readonly Document[]): Document => ({ $and: filters })
const not = (filter: Document): Document => ({ $nor: [filter] })
