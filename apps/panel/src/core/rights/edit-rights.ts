import { ownValue } from '@service/base'
import {
  type ActionRights,
  type CollectionRights,
  type DefaultName,
  type FieldRights,
  noActionRights,
  type RightName,
  type RightsDocument,
  readActionRights,
  rightNames,
} from './rights-document.js'

/** A collection whose rights are edited, with the names of its actions. */
export interface EditedCollection {
  readonly name: string
  readonly actions: readonly string[]
}

/**
 * Sets what collections without rights of their own have.
 *
 * @example
 * setDefaultRight(document, 'browse', true)
 */
export function setDefaultRight(
  document: RightsDocument,
  name: DefaultName,
  isAllowed: boolean,
): RightsDocument {
  return { ...document, defaults: { ...document.defaults, [name]: isAllowed } }
}

/**
 * Sets a right on a collection, which then has rights of its own.
 *
 * @example
 * setCollectionRight(document, { name: 'orders', actions: ['Refund'] }, 'edit', true)
 */
export function setCollectionRight(
  document: RightsDocument,
  collection: EditedCollection,
  name: RightName,
  isAllowed: boolean,
): RightsDocument {
  return changeOwn(document, collection, own => ({ ...own, [name]: isAllowed }))
}

/**
 * Gives a collection the rights of the default as rights of its own, so that nothing changes yet.
 *
 * @example
 * giveOwnRights(document, { name: 'orders', actions: ['Refund'] })
 */
export function giveOwnRights(
  document: RightsDocument,
  collection: EditedCollection,
): RightsDocument {
  return changeOwn(document, collection, own => own)
}

/**
 * Removes the rights of a collection: the default applies again.
 *
 * @example
 * followDefault(document, 'orders')
 */
export function followDefault(document: RightsDocument, collection: string): RightsDocument {
  const others = Object.entries(document.collections).filter(([name]) => name !== collection)
  return { ...document, collections: Object.fromEntries(others) }
}

/**
 * Sets the rights on a field; undefined makes it follow its collection again.
 *
 * @example
 * setFieldRights(document, { name: 'orders', actions: [] }, 'total', { read: true, edit: false })
 */
export function setFieldRights(
  document: RightsDocument,
  collection: EditedCollection,
  field: string,
  rights: FieldRights | undefined,
): RightsDocument {
  return changeOwn(document, collection, ({ fields = {}, ...own }) => {
    const next = replaceMember(fields, field, rights)
    return { ...own, ...(Object.keys(next).length > 0 && { fields: next }) }
  })
}

/**
 * Changes the rights on an action. A condition of a right that is not given has no meaning and is
 * removed; an action without any right is not listed.
 *
 * @example
 * changeActionRights(document, orders, 'Refund', { trigger: true })
 */
export function changeActionRights(
  document: RightsDocument,
  collection: EditedCollection,
  action: string,
  change: { readonly [K in keyof ActionRights]?: ActionRights[K] | undefined },
): RightsDocument {
  return changeOwn(document, collection, ({ actions = {}, ...own }) => {
    const known = ownValue(actions, action) ?? noActionRights
    const next = replaceMember(actions, action, tidyAction({ ...known, ...change } as ActionRights))
    return { ...own, ...(Object.keys(next).length > 0 && { actions: next }) }
  })
}

function tidyAction(rights: ActionRights): ActionRights | undefined {
  const { trigger, requireApproval, approve, selfApprove } = rights
  const { triggerCondition, requireApprovalCondition, approveCondition } = rights
  if (![trigger, requireApproval, approve, selfApprove].includes(true)) return undefined
  return {
    ...{ trigger, requireApproval, approve, selfApprove },
    ...(trigger && triggerCondition && { triggerCondition }),
    ...(requireApproval && requireApprovalCondition && { requireApprovalCondition }),
    ...(approve && approveCondition && { approveCondition }),
  }
}

function changeOwn(
  document: RightsDocument,
  collection: EditedCollection,
  change: (own: CollectionRights) => CollectionRights,
): RightsDocument {
  const own = ownValue(document.collections, collection.name) ?? copyDefault(document, collection)
  const collections = replaceMember(document.collections, collection.name, change(own))
  return { ...document, collections }
}

/** The default as rights of one collection. Actions that are not listed are denied, so all that may be run are. */
function copyDefault(document: RightsDocument, { name, actions }: EditedCollection) {
  const rights = Object.fromEntries(rightNames.map(each => [each, document.defaults[each]]))
  const listed = actions
    .map(action => [action, readActionRights(document, name, action)] as const)
    .filter(([, { trigger }]) => trigger)
  return {
    ...rights,
    ...(listed.length > 0 && { actions: Object.fromEntries(listed) }),
  } as CollectionRights
}

function replaceMember<T>(
  members: Readonly<Record<string, T>>,
  name: string,
  value: T | undefined,
): Record<string, T> {
  const entries = new Map(Object.entries(members))
  if (value === undefined) entries.delete(name)
  else entries.set(name, value)
  return Object.fromEntries(entries)
}
