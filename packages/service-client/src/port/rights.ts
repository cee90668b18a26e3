export const rights = ['browse', 'read', 'edit', 'add', 'delete', 'export'] as const

/** An operation on the records of a collection that roles can be allowed to do. */
export type Right = (typeof rights)[number]

/** Who may do something: everyone (`true`), no one (`false`) or the listed roles. */
export type RoleRight = boolean | { readonly roles: readonly number[] }

/** Limits a right of one role to the records, or form values, that match a condition tree. */
export interface RoleCondition {
  readonly roleId: number
  /**
   * As sent on the wire. A leaf with `source: 'input'` tests a form value, any other leaf tests the
   * record.
   */
  readonly filter: object
}

/** Who may do what with an action. A condition that is absent limits nothing. */
export interface ActionRights {
  readonly trigger: RoleRight
  readonly triggerConditions?: readonly RoleCondition[]
  /** Who needs an approval to run the action. Default: no one. */
  readonly requireApproval?: RoleRight
  readonly requireApprovalConditions?: readonly RoleCondition[]
  /** Who may approve. Default: no one. */
  readonly approve?: RoleRight
  readonly approveConditions?: readonly RoleCondition[]
  /** Who may approve their own requests. Default: no one. */
  readonly selfApprove?: RoleRight
}

/** Who may see a field, and who may write it. */
export interface FieldRights {
  readonly read: RoleRight
  readonly edit: RoleRight
}

/** Who may do what with the records of one collection. */
export interface CollectionRights extends Readonly<Record<Right, RoleRight>> {
  /** Fields that are not listed have the rights of the collection. Primary keys always do. */
  readonly fields?: ReadonlyMap<string, FieldRights>
  /**
   * By name of the action; `true` lets everyone run all of them. Actions that are not listed are
   * denied.
   */
  readonly actions?: true | ReadonlyMap<string, ActionRights>
}
