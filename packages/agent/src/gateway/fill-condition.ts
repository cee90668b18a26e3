import { isObject, ValidationError } from '@service/base'
import {
  ConditionTreeFactory,
  escapeLike,
  type Leaf,
  type Operator,
} from '@service/datasource-toolkit'
import { checkDepth } from './check-depth.js'
import { type ReadVariable, substitute } from './variables.js'

/** People can edit these values themselves, so that no right may depend on them. */
const selfEdited: ReadonlySet<string> = new Set([
  'currentUser.firstName',
  'currentUser.lastName',
  'currentUser.fullName',
])

const allowed =
  '{{currentUser.id|email|permissionLevel|roleId}}, {{currentUser.tags.<tag>}}, {{currentUser.team.id|name}}'

const patternOperators: ReadonlySet<Operator> = new Set(['Like', 'ILike'])

/**
 * Fills the user's values into a condition that decides about rights. Wildcards in a value are compared
 * literally. Throws `ValidationError` for a variable that is not allowed.
 */
export function fillCondition(condition: unknown, readVariable: ReadVariable, depth = 0): unknown {
  if (!isObject(condition)) return condition
  checkDepth(depth)
  if (Array.isArray(condition.conditions)) {
    const conditions = condition.conditions.map(inner =>
      fillCondition(inner, readVariable, depth + 1),
    )
    return { ...condition, conditions }
  }
  const readLiteral = (name: string) => {
    if (selfEdited.has(name)) refuseSelfEdited(name)
    const text = readVariable(name)
    return text !== undefined && isPattern(condition) ? escapeLike(text) : text
  }
  return { ...condition, value: substitute(condition.value, readLiteral, refuseUnknown, depth) }
}

function isPattern(leaf: object): boolean {
  return patternOperators.has((ConditionTreeFactory.fromPlainObject(leaf) as Leaf).operator)
}

function refuseSelfEdited(name: string): never {
  throw new ValidationError(
    `{{${name}}} cannot decide about rights, since people change it themselves. Allowed: ${allowed}.`,
  )
}

function refuseUnknown(name: string): never {
  throw new ValidationError(`the user has no value for {{${name}}}.`)
}
