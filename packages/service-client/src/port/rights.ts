export const rights = ['browse', 'read', 'edit', 'add', 'delete', 'export'] as const

/** Something a role may be allowed to do with the records of a collection. */
export type Right = (typeof rights)[number]

/** Who may do something: everybody, nobody, or the roles listed. */
export type RoleRight = boolean | { readonly roles: readonly number[] }

/** Narrows a right of one role to the records, or form values, that a condition tree matches. */
export interface RoleCondition {
  readonly roleId: number
  /** As sent on the wire. A leaf with `source: 'input'` is about a value of the form, any other about the record. */
  readonly filter: object
}

/** Who may do what with an action. Conditions that are left out narrow nothing. */
export interface ActionRights {
  readonly trigger: RoleRight
  readonly triggerConditions?: readonly RoleCondition[]
  /** Absent: nobody's request waits for an approval. */
  readonly requireApproval?: RoleRight
  readonly requireApprovalConditions?: readonly RoleCondition[]
  /** Absent: nobody approves. */
  readonly approve?: RoleRight
  readonly approveConditions?: readonly RoleCondition[]
  /** Absent: nobody approves what they asked for. */
  readonly selfApprove?: RoleRight
}

/** Who may see a field, and who may write it. */
export interface FieldRights {
  readonly read: RoleRight
  readonly edit: RoleRight
}

/** Who may do what with the records of one collection. */
export interface CollectionRights extends Readonly<Record<Right, RoleRight>> {
  /** Fields that are not listed follow the rights of the collection. Primary keys always do. */
  readonly fields?: ReadonlyMap<string, FieldRights>
  /** By the name of the action; `true` lets everybody run all of them. What is left out is refused. */
  readonly actions?: true | ReadonlyMap<string, ActionRights>
}
