import type { FilterTree } from '@service/agent-client'
import {
  type ActionRights,
  type FieldRights,
  type Right,
  type RoleCondition,
  type RoleRight,
  rights,
} from '@service/service-client'

/**
 * Rights to override on a collection; the others stay. `browse` may also be written
 * `browseEnabled`.
 */
export type CollectionPermission = {
  readonly [K in Right | `${Right}Enabled`]?: RoleRight
} & {
  readonly fields?: Readonly<Record<string, Partial<FieldRights>>>
}

/** One condition for all roles, or one for each. `null` removes it. */
export type PermissionCondition = FilterTree | readonly RoleCondition[] | null

/** Rights to override on an action; the others stay. */
export interface ActionPermission {
  readonly trigger?: RoleRight
  readonly triggerEnabled?: RoleRight
  readonly triggerConditions?: PermissionCondition
  readonly requireApproval?: RoleRight
  readonly approvalRequired?: RoleRight
  readonly requireApprovalConditions?: PermissionCondition
  readonly approvalRequiredConditions?: PermissionCondition
  readonly approve?: RoleRight
  readonly userApprovalEnabled?: RoleRight
  readonly approveConditions?: PermissionCondition
  readonly userApprovalConditions?: PermissionCondition
  readonly selfApprove?: RoleRight
  readonly selfApprovalEnabled?: RoleRight
}

/** The overrides on one collection. */
export interface CollectionOverrides {
  readonly rights: Partial<Record<Right, RoleRight>>
  readonly fields: Readonly<Record<string, Partial<FieldRights>>>
  readonly actions: Readonly<Record<string, Partial<ActionRights>>>
}

export const emptyPatch: CollectionOverrides = { rights: {}, fields: {}, actions: {} }

const collectionKeys: Readonly<Record<string, Right>> = Object.fromEntries(
  rights.flatMap(right => [
    [right, right],
    [`${right}Enabled`, right],
  ]),
)

const actionKeys: Readonly<Record<string, keyof ActionRights>> = {
  trigger: 'trigger',
  triggerEnabled: 'trigger',
  triggerConditions: 'triggerConditions',
  requireApproval: 'requireApproval',
  approvalRequired: 'requireApproval',
  requireApprovalConditions: 'requireApprovalConditions',
  approvalRequiredConditions: 'requireApprovalConditions',
  approve: 'approve',
  userApprovalEnabled: 'approve',
  approveConditions: 'approveConditions',
  userApprovalConditions: 'approveConditions',
  selfApprove: 'selfApprove',
  selfApprovalEnabled: 'selfApprove',
}

/** Merges new overrides into the existing ones. */
export function patchCollection(
  { rights: known, fields: knownFields, actions }: CollectionOverrides,
  { fields = {}, ...given }: CollectionPermission,
): CollectionOverrides {
  const merged = Object.entries(fields).map(([name, field]) => [
    name,
    { ...knownFields[name], ...field },
  ])
  return {
    rights: { ...known, ...translate(given, collectionKeys, right => right as RoleRight) },
    fields: { ...knownFields, ...Object.fromEntries(merged) },
    actions,
  }
}

/** Merges new overrides into the existing ones; `roleIds` are the ids of all roles. */
export function patchAction(
  { actions, ...others }: CollectionOverrides,
  action: string,
  given: ActionPermission,
  roleIds: readonly number[],
): CollectionOverrides {
  const read = (value: unknown, key: string) =>
    key.endsWith('Conditions') ? toConditions(value as PermissionCondition, roleIds) : value
  // Each value was parsed according to its key.
  const patch = translate(given, actionKeys, read) as Partial<ActionRights>
  const merged = { ...actions[action], ...patch }
  return { ...others, actions: { ...actions, [action]: merged } }
}

function translate<K extends string, V>(
  given: object,
  keys: Readonly<Record<string, K>>,
  read: (value: unknown, key: string) => V,
): Partial<Record<K, V>> {
  const entries = Object.entries(given).map(([name, value]) => {
    const key = Object.hasOwn(keys, name) ? keys[name] : undefined
    if (key !== undefined) return [key, read(value, key)]
    const known = Object.keys(keys).join(', ')
    throw new TypeError(`There is no right '${name}'. The rights are: ${known}.`)
  })
  return Object.fromEntries(entries)
}

function toConditions(
  condition: PermissionCondition,
  roleIds: readonly number[],
): readonly RoleCondition[] {
  if (condition === null) return []
  if (Array.isArray(condition)) return condition as readonly RoleCondition[]
  return roleIds.map(roleId => ({ roleId, filter: condition as object }))
}
