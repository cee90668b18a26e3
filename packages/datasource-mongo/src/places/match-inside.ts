import type { Operator } from '@service/datasource-toolkit'
import type { Document } from 'mongodb'
import type { Place } from '../compile/place.js'

type Rule = (operator: Operator, value: unknown) => Document

/**
 * The filter of a place inside a document. `rule` answers that of a column, which looks into lists
 * and sees no difference between what is null and what is of another type.
 */
export function matchInside(
  place: Place,
  operator: Operator,
  value: unknown,
  rule: Rule,
): Document {
  const again = (other: Operator, operand = value) => matchInside(place, other, operand, rule)
  const isNull = () => not(isOfType(place))
  switch (operator) {
    case 'Missing':
      return isNull()
    case 'Present':
      return isPresent(place)
    case 'Equal':
      return value === null ? isNull() : and(rule(operator, value), ...noLists(place))
    case 'In': {
      const values = Array.isArray(value) ? value : [value]
      const known = and(
        rule(
          operator,
          values.filter(each => each !== null),
        ),
        ...noLists(place),
      )
      return values.includes(null) ? { $or: [known, isNull()] } : known
    }
    case 'NotEqual':
      return value === null ? isOfType(place) : not(again('Equal'))
    case 'NotIn':
      return not(again('In'))
    case 'NotContains':
      return not(again('Contains'))
    case 'NotIContains':
      return not(again('IContains'))
    case 'IncludesNone':
      return { $or: [rule(operator, value), isNull()] }
    default:
      return and(rule(operator, value), isOfType(place))
  }
}

/** What is at the place is of its type: no list, and in no list on the way. */
export function isOfType(place: Place): Document {
  const { column, path } = place
  return and({ [path]: column.inside?.kind?.filter ?? { $ne: null } }, ...noLists(place))
}

/** What is at a place as an expression: null when it is not of its type. */
export function typedValue({ column, path }: Place): unknown {
  const value = `$${path}`
  // An expression answers a list for what is in a list: it is of no type either.
  return column.inside?.kind ? { $cond: [column.inside.kind.holds(value), value, null] } : value
}

function isPresent(place: Place): Document {
  const { column, path } = place
  return column.schema.columnType === 'String'
    ? and({ [path]: { $ne: '' } }, isOfType(place))
    : isOfType(place)
}

/** Filters look into lists, which no place is inside of. */
function noLists({ column, path }: Place): Document[] {
  const names = path.split('.')
  const ways = names.map((_, index) => names.slice(0, index + 1).join('.'))
  if (column.inside?.kind?.isList) ways.pop()
  return ways.map(way => ({ [way]: { $not: { $type: 'array' } } }))
}

const and = (...filters: readonly Document[]): Document => ({ $and: filters })
const not = (filter: Document): Document => ({ $nor: [filter] })
