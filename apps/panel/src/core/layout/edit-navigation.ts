import type { Layout, LayoutItem } from '@service/protocol'
import type { Navigation } from '../schema/build-navigation.js'

export type NavigationGroup = Layout['navigation']['groups'][number]
type Groups = readonly NavigationGroup[]

/**
 * Returns the groups of the navigation as they are edited: those of the layout, or the guessed ones.
 * A guessed group without a heading gets the given label.
 *
 * @example
 * readGroups(layout, navigation, 'Data')
 */
export function readGroups(layout: Layout, navigation: Navigation, unnamed: string): Groups {
  const { groups } = layout.navigation
  if (groups.length > 0) return groups
  return navigation.sections.map(({ label, items }) => ({ label: label ?? unnamed, items }))
}

/**
 * Returns the layout with other groups.
 *
 * @example
 * setGroups(layout, placeItem(groups, { kind: 'collection', name: 'orders' }, { group: 0 }))
 */
export function setGroups(layout: Layout, groups: Groups): Layout {
  return { ...layout, navigation: { ...layout.navigation, groups } }
}

/**
 * Returns the layout with a collection hidden from the navigation, or shown again.
 *
 * @example
 * setCollectionHidden(layout, 'schema_migrations', true)
 */
export function setCollectionHidden(layout: Layout, name: string, isHidden: boolean): Layout {
  const before = layout.navigation.hidden
  if (before.includes(name) === isHidden) return layout
  const hidden = isHidden ? [...before, name] : before.filter(each => each !== name)
  return { ...layout, navigation: { ...layout.navigation, hidden } }
}

/**
 * Returns what identifies an entry of the navigation.
 *
 * @example
 * readItemKey({ kind: 'collection', name: 'orders' }) // 'collection orders'
 */
export function readItemKey(item: LayoutItem): string {
  if (item.kind === 'collection') return `collection ${item.name}`
  return item.kind === 'dashboard' ? `dashboard ${item.id}` : `link ${item.url}`
}

/** Where an entry goes: before another one of the group, or to its end. */
export interface ItemTarget {
  readonly group: number
  /** The key of an entry. */
  readonly before?: string | undefined
}

/**
 * Returns the groups with an entry at another position, also one that was in none.
 *
 * @example
 * placeItem(groups, { kind: 'dashboard', id: 3 }, { group: 0 })
 */
export function placeItem(groups: Groups, item: LayoutItem, target: ItemTarget): Groups {
  const key = readItemKey(item)
  if (!groups[target.group] || target.before === key) return groups
  return removeItem(groups, key).map((group, index) => {
    if (index !== target.group) return group
    const position = group.items.findIndex(each => readItemKey(each) === target.before)
    const end = position < 0 ? group.items.length : position
    return { ...group, items: group.items.toSpliced(end, 0, item) }
  })
}

/**
 * Returns the groups without an entry; a collection is then below "More".
 *
 * @example
 * removeItem(groups, 'collection orders')
 */
export function removeItem(groups: Groups, key: string): Groups {
  return groups.map(group =>
    group.items.some(item => readItemKey(item) === key)
      ? { ...group, items: group.items.filter(item => readItemKey(item) !== key) }
      : group,
  )
}

/**
 * Returns the groups with an empty one at the end.
 *
 * @example
 * addGroup(groups, 'Shop')
 */
export function addGroup(groups: Groups, label: string): Groups {
  return [...groups, { label, items: [] }]
}

/**
 * Returns the groups with another label of one.
 *
 * @example
 * renameGroup(groups, 0, 'Shop')
 */
export function renameGroup(groups: Groups, index: number, label: string): Groups {
  return groups.map((group, position) => (position === index ? { ...group, label } : group))
}

/**
 * Returns the groups without one; its entries go to the group before it, or after it.
 *
 * @example
 * removeGroup(groups, 1)
 */
export function removeGroup(groups: Groups, index: number): Groups {
  const removed = groups[index]
  if (!removed) return groups
  const heir = index === 0 ? 1 : index - 1
  return groups
    .map((group, position) =>
      position === heir ? { ...group, items: [...group.items, ...removed.items] } : group,
    )
    .filter((_group, position) => position !== index)
}
