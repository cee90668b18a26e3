import { checkOptionNames, listOptionNames } from '@service/base'
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

const rightNames = [...rights, 'fields', 'actions']

const actionNames = listOptionNames<ActionRights>({
  trigger: true,
  triggerConditions: true,
  requireApproval: true,
  requireApprovalConditions: true,
  approve: true,
  approveConditions: true,
  selfApprove: true,
})

export function toCollectionRights(given: InProcessCollectionRights): CollectionRights {
  if (typeof given !== 'boolean') checkOptionNames(given, rightNames, 'the rights on a collection')
  const toRight = (right: Right): RoleRight =>
    typeof given === 'boolean' ? given : (given[right] ?? false)
  const granted = Object.fromEntries(rights.map(right => [right, toRight(right)])) as Record<
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
  const inFull = (right: RoleRight | ActionRights): ActionRights => {
    if (typeof right !== 'object' || 'roles' in right) return { trigger: right }
    checkOptionNames(right, actionNames, 'the rights on an action')
    return right
  }
  return new Map(Object.entries(actions).map(([name, right]) => [name, inFull(right)]))
}
