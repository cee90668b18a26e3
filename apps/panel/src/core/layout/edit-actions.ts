import type { CollectionLayout, Layout } from '@service/protocol'
import { changeCollection, getCollectionLayout } from './change-layout.js'

type ActionLayout = NonNullable<CollectionLayout['actions']>

/**
 * Returns the names of actions in the order of the layout, hidden ones included.
 *
 * @example
 * orderActions(layout, 'orders', ['Refund', 'Ship']) // ['Ship', 'Refund']
 */
export function orderActions(
  layout: Layout,
  collection: string,
  names: readonly string[],
): readonly string[] {
  const { order = [] } = getCollectionLayout(layout, collection).actions ?? {}
  return [...new Set([...order.filter(name => names.includes(name)), ...names])]
}

/**
 * Returns the layout with another order of actions; names that the schema does not have are kept.
 *
 * @example
 * setActionOrder(layout, 'orders', ['Ship', 'Refund'])
 */
export function setActionOrder(
  layout: Layout,
  collection: string,
  names: readonly string[],
): Layout {
  const { order = [] } = getCollectionLayout(layout, collection).actions ?? {}
  return change(layout, collection, { order: [...new Set([...names, ...order])] })
}

/**
 * Returns the layout with an action as a button of its own, or in the menu.
 *
 * @example
 * setActionPrimary(layout, 'orders', 'Ship', true)
 */
export function setActionPrimary(
  layout: Layout,
  collection: string,
  name: string,
  isPrimary: boolean,
): Layout {
  const { primary = [] } = getCollectionLayout(layout, collection).actions ?? {}
  return change(layout, collection, { primary: toggle(primary, name, isPrimary) })
}

/**
 * Returns the layout with an action hidden, or shown again.
 *
 * @example
 * setActionHidden(layout, 'orders', 'Refund', true)
 */
export function setActionHidden(
  layout: Layout,
  collection: string,
  name: string,
  isHidden: boolean,
): Layout {
  const { hidden = [] } = getCollectionLayout(layout, collection).actions ?? {}
  return change(layout, collection, { hidden: toggle(hidden, name, isHidden) })
}

function toggle(
  names: readonly string[],
  name: string,
  isIn: boolean,
): readonly string[] | undefined {
  if (names.includes(name) === isIn) return names.length > 0 ? names : undefined
  const changed = isIn ? [...names, name] : names.filter(each => each !== name)
  return changed.length > 0 ? changed : undefined
}

type Part = { readonly [K in keyof ActionLayout]: ActionLayout[K] | undefined }

function change(layout: Layout, collection: string, part: Part): Layout {
  const { actions } = getCollectionLayout(layout, collection)
  return changeCollection(layout, collection, { actions: { ...actions, ...part } as ActionLayout })
}
