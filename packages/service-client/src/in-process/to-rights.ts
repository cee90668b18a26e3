import {
  type ActionRights,
  type CollectionRights,
  type Right,
  type RoleRight,
  rights,
} from '../port/rights.js'
import type { InProcessCollectionRights, InProcessRights } from './options.js'

export function toRights(
  byCollection: true | InProcessRights,
): true | ReadonlyMap<string, CollectionRights> {
  if (byCollection === true) return true
  return new Map(
    Object.entries(byCollection).map(([name, given]) => [name, toCollectionRights(given)]),
  )
}

export function toCollectionRights(given: InProcessCollectionRights): CollectionRights {
  const rightOf = (right: Right): RoleRight =>
    typeof given === 'boolean' ? given : (given[right] ?? false)
  const granted = Object.fromEntries(rights.map(right => [right, rightOf(right)])) as Record<
    Right,
    RoleRight
  >
  const { fields } = typeof given === 'boolean' ? {} : given
  return {
    ...granted,
    ...(fields && { fields: new Map(Object.entries(fields)) }),
    actions: given === true || toActionRights(given),
  }
}

function toActionRights(given: InProcessCollectionRights): ReadonlyMap<string, ActionRights> {
  const { actions = {} } = typeof given === 'boolean' ? {} : given
  const inFull = (right: RoleRight | ActionRights): ActionRights =>
    typeof right === 'object' && 'trigger' in right ? right : { trigger: right }
  return new Map(Object.entries(actions).map(([name, right]) => [name, inFull(right)]))
}
