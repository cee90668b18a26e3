import { ownValue } from '@service/base'

/** What a role may do with the records of a collection, in the order of the matrix. */
export const rightNames = ['browse', 'read', 'add', 'edit', 'delete', 'export'] as const
export type RightName = (typeof rightNames)[number]

/** What collections without rights of their own have; `trigger` is about their actions. */
export const defaultNames = [...rightNames, 'trigger'] as const
export type DefaultName = (typeof defaultNames)[number]

export const fieldRightNames = ['read', 'edit'] as const
export type FieldRights = Readonly<Record<(typeof fieldRightNames)[number], boolean>>

export const actionFlagNames = ['trigger', 'requireApproval', 'approve', 'selfApprove'] as const
export type ActionFlagName = (typeof actionFlagNames)[number]

/** Each restricts the right of the same name to the records that match. */
export const actionConditionNames = [
  'triggerCondition',
  'requireApprovalCondition',
  'approveCondition',
] as const
export type ActionConditionName = (typeof actionConditionNames)[number]

/** A condition as the service stores it; `source` says whether a field is of the record or of the form. */
export type RightsCondition =
  | {
      readonly field: string
      readonly operator: string
      readonly value?: unknown
      readonly source?: 'data' | 'input'
    }
  | { readonly aggregator: 'and' | 'or'; readonly conditions: readonly RightsCondition[] }

export type ActionRights = Readonly<Record<ActionFlagName, boolean>> & {
  readonly [K in ActionConditionName]?: RightsCondition
}

export type CollectionRights = Readonly<Record<RightName, boolean>> & {
  readonly fields?: Readonly<Record<string, FieldRights>>
  readonly actions?: Readonly<Record<string, ActionRights>>
}

/** What a role may do in an environment: what is not allowed here is denied. */
export interface RightsDocument {
  readonly defaults: Readonly<Record<RightName, boolean>> & { readonly trigger?: boolean }
  readonly collections: Readonly<Record<string, CollectionRights>>
}

export const noActionRights: ActionRights = {
  trigger: false,
  requireApproval: false,
  approve: false,
  selfApprove: false,
}

/** The rights of a role on a collection. */
export interface EffectiveRights {
  /** Whether the collection has rights of its own; otherwise it has those of the default. */
  readonly isOwn: boolean
  readonly rights: Readonly<Record<RightName, boolean>>
}

/**
 * Returns what a role may do with a collection.
 *
 * @example
 * readCollectionRights(document, 'orders').rights.browse // true
 */
export function readCollectionRights(
  { defaults, collections }: RightsDocument,
  collection: string,
): EffectiveRights {
  const own = ownValue(collections, collection)
  return { isOwn: own !== undefined, rights: own ?? defaults }
}

/** The rights of a role on a field. */
export interface EffectiveFieldRights extends FieldRights {
  /** Whether the field has rights of its own; otherwise it has those of its collection. */
  readonly isOwn: boolean
}

/**
 * Returns what a role may do with a field. A field never allows what its collection denies.
 *
 * @example
 * readFieldRights(document, 'orders', 'total').edit // false
 */
export function readFieldRights(
  document: RightsDocument,
  collection: string,
  field: string,
): EffectiveFieldRights {
  const { rights } = readCollectionRights(document, collection)
  const own = ownValue(ownValue(document.collections, collection)?.fields ?? {}, field)
  return own ? { ...own, isOwn: true } : { read: rights.read, edit: rights.edit, isOwn: false }
}

/**
 * Returns what a role may do with an action.
 *
 * @example
 * readActionRights(document, 'orders', 'Refund').trigger // true
 */
export function readActionRights(
  { defaults, collections }: RightsDocument,
  collection: string,
  action: string,
): ActionRights {
  const own = ownValue(collections, collection)
  if (!own) return { ...noActionRights, trigger: defaults.trigger === true }
  return ownValue(own.actions ?? {}, action) ?? noActionRights
}
