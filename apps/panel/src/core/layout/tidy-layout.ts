import { isObject } from '@service/base'
import type { CollectionLayout, Layout } from '@service/protocol'

/** A layout that says nothing: everything is guessed from the schema. */
export const emptyLayout: Layout = {
  version: 1,
  navigation: { groups: [], hidden: [] },
  collections: {},
}

/**
 * Returns the layout without members that say nothing, so that equal looks are equal documents.
 *
 * @example
 * tidyLayout({ ...emptyLayout, collections: { orders: { list: {} } } }) // emptyLayout
 */
export function tidyLayout(layout: Layout): Layout {
  return {
    version: 1,
    navigation: { groups: layout.navigation.groups, hidden: layout.navigation.hidden },
    collections: keepFilled(layout.collections, tidyCollection),
  }
}

/**
 * Returns what a layout says about a collection without members that say nothing.
 *
 * @example
 * tidyCollection({ label: 'Purchases', fields: { total: {} } }) // { label: 'Purchases' }
 */
export function tidyCollection(collection: CollectionLayout): CollectionLayout {
  const { list, detail, forms, fields, actions, ...rest } = collection
  return dropEmpty({
    ...rest,
    list: list && dropEmpty(dropLists(list, ['columns', 'sort'])),
    detail: detail && dropEmpty(dropLists(detail, ['sections'])),
    forms: forms && dropEmpty(dropLists(forms, ['create', 'edit'])),
    fields: fields && keepFilled(fields, dropEmpty),
    actions: actions && dropEmpty(dropLists(actions, ['order', 'primary', 'hidden'])),
  }) as CollectionLayout
}

function keepFilled<T extends object>(
  all: Readonly<Record<string, T>>,
  tidy: (value: T) => T,
): Readonly<Record<string, T>> {
  return Object.fromEntries(
    Object.entries(all)
      .map(([name, value]) => [name, tidy(value)] as const)
      .filter(([, value]) => Object.keys(value).length > 0),
  )
}

/** Without lists that say nothing when they are empty; no segments and no related lists say something. */
function dropLists<T extends object>(value: T, names: readonly (keyof T)[]): T {
  const isDropped = (name: string, member: unknown) =>
    names.includes(name as keyof T) && Array.isArray(member) && member.length === 0
  const kept = Object.entries(value).filter(([name, member]) => !isDropped(name, member))
  return Object.fromEntries(kept) as T
}

/** Without members that are absent or an object without members. */
function dropEmpty<T extends object>(value: T): T {
  return Object.fromEntries(
    Object.entries(value).filter(([, member]) => member !== undefined && !isBlank(member)),
  ) as T
}

const isBlank = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0
