import { isObject, ValidationError } from '@service/base'
import {
  ConditionTreeFactory,
  escapeLike,
  type Leaf,
  type Operator,
} from '@service/datasource-toolkit'
import { checkDepth } from './check-depth.js'
import { substitute, type VariableOf } from './variables.js'

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
export function fillCondition(condition: unknown, variableOf: VariableOf, depth = 0): unknown {
  if (!isObject(condition)) return condition
  checkDepth(depth)
  if (Array.isArray(condition.conditions)) {
    const conditions = condition.conditions.map(inner =>
      fillCondition(inner, variableOf, depth + 1),
    )
    return { ...condition, conditions }
  }
  const literalOf = (name: string) => {
    if (selfEdited.has(name)) refuseSelfEdited(name)
    const text = variableOf(name)
    return text !== undefined && isPattern(condition) ? escapeLike(text) : text
  }
  return { ...condition, value: substitute(condition.value, literalOf, refuseUnknown, depth) }
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
