import type { CollectionModel } from '@service/engine'
import type {
  ActionRights,
  Rendering,
  RoleCondition,
  RoleRight,
  ServiceUser,
  Snapshot,
} from '@service/service-client'
import { isGranted } from './is-granted.js'

/** A right, possibly with a condition. */
interface ActionRight {
  readonly isGranted: boolean
  /** A condition tree in the wire format. */
  readonly condition?: object
}

/** A role that may approve an action. */
export interface ApproverRole {
  readonly roleId: number
  readonly condition?: object
}

/** What the role of one user may do with one action. */
export interface CallerActionRights {
  readonly trigger: ActionRight
  /** Whether requests of the role need an approval; with a condition, only those with a matching record. */
  readonly requireApproval: ActionRight
  readonly approve: ActionRight
  /** Approving one's own requests; the condition is that of `approve`. */
  readonly selfApprove: ActionRight
  /** Every role that may approve. */
  approvers(): readonly ApproverRole[]
}

export type FindActionRights = (action: string, collection: CollectionModel) => CallerActionRights

const open: ActionRights = { trigger: true, approve: true, selfApprove: true }
/** Without a granted right everything is denied. */
const closed: ActionRights = { trigger: false }

/** The rights on actions of a user's role, in a rendering. */
export function createActionRights(
  snapshot: Snapshot,
  rendering: Rendering,
  { roleId }: ServiceUser,
): FindActionRights {
  return (action, collection) => {
    const rights = findRights(snapshot, rendering, action, collection)
    const approve = narrowed(rights.approve, rights.approveConditions, roleId, 'and')
    return {
      trigger: narrowed(rights.trigger, rights.triggerConditions, roleId, 'and'),
      requireApproval: narrowed(
        rights.requireApproval,
        rights.requireApprovalConditions,
        roleId,
        'or',
      ),
      approve,
      selfApprove: { ...approve, isGranted: isGranted(rights.selfApprove, roleId) },
      approvers: () => listApprovers(rights, snapshot),
    }
  }
}

function findRights(
  { rights }: Snapshot,
  rendering: Rendering,
  action: string,
  { name, isExported }: CollectionModel,
): ActionRights {
  if (!isExported) return closed
  if (rights === true) return open
  if (!rendering.collections.has(name)) return closed
  const actions = rights.get(name)?.actions
  return (actions === true ? open : actions?.get(action)) ?? closed
}

function listApprovers(rights: ActionRights, snapshot: Snapshot): readonly ApproverRole[] {
  const users = [...snapshot.users.values()]
  const known = new Set([...snapshot.roles.keys(), ...users.map(user => user.roleId)])
  const ids = typeof rights.approve === 'object' ? rights.approve.roles : [...known]
  return [...new Set(ids)]
    .map(roleId => ({
      roleId,
      ...narrowed(rights.approve, rights.approveConditions, roleId, 'and'),
    }))
    .filter(role => role.isGranted)
    .map(({ roleId, condition }) => ({ roleId, condition }))
    .sort((a, b) => a.roleId - b.roleId)
}

/** To allow something, all conditions of a role must hold; to require something, any of them. */
function narrowed(
  right: RoleRight | undefined,
  conditions: readonly RoleCondition[] | undefined,
  roleId: number,
  aggregator: 'and' | 'or',
): ActionRight {
  const filters = (conditions ?? []).filter(each => each.roleId === roleId).map(each => each.filter)
  if (filters.length === 0) return { isGranted: isGranted(right, roleId) }
  const condition = filters.length > 1 ? { aggregator, conditions: filters } : filters[0]
  return { isGranted: isGranted(right, roleId), condition }
}
