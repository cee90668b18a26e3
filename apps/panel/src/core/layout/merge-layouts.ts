import { ownValue } from '@service/base'
import type { CollectionLayout, Layout, LayoutSection } from '@service/protocol'
import { isSameValue } from '../record/is-same-value.js'
import { readItemKey } from './edit-navigation.js'
import { type ItemGroup, matchGroups } from './match-groups.js'
import { joinOrders, mergeOrder } from './merge-order.js'
import { emptyLayout, tidyLayout } from './tidy-layout.js'

export type Side = 'mine' | 'theirs'

/** Something that both editors changed, each in another way. */
interface MergeConflict {
  /** Names it among all conflicts. */
  readonly key: string
  /** The collection it is about; absent for the navigation. */
  readonly collection?: string
}

export interface MergedLayout {
  /** With my changes where nothing was chosen. */
  readonly layout: Layout
  readonly conflicts: readonly MergeConflict[]
}

interface MergeOptions {
  /** What was chosen for each conflict, by its key. */
  readonly choices?: ReadonlyMap<string, Side>
  /** What is shown without a layout, see `writeGuess`. */
  readonly guess?: Layout
}

type Path = readonly string[]

/** The same part of three documents: before, of my draft, and as the other editor published it. */
interface Three<T> {
  readonly base: T
  readonly mine: T
  readonly theirs: T
}

/**
 * Brings my changes onto a layout that somebody else published meanwhile. What only one side changed
 * is taken from that side, item by item; what both changed differently is a conflict.
 *
 * @example
 * const { layout, conflicts } = mergeLayouts({ base, mine: draft.layout, theirs: latest }, { guess })
 */
export function mergeLayouts(
  { base, mine, theirs }: Three<Layout | null>,
  { choices = new Map(), guess = emptyLayout }: MergeOptions = {},
): MergedLayout {
  const conflicts = new Map<string, MergeConflict>()
  const three = mapThree({ base, mine, theirs }, each => tidyLayout(each ?? emptyLayout))

  function choose<T>(path: Path, { mine, theirs }: Three<T>): T {
    const key = JSON.stringify(path)
    const collection = path[0] === 'collections' ? path[1] : undefined
    conflicts.set(key, { key, ...(collection !== undefined && { collection }) })
    return choices.get(key) === 'theirs' ? theirs : mine
  }

  /** The side that changed a value; undefined when both did, each in its own way. */
  function findChanged<T>(values: Three<T>): Side | undefined {
    if (isSameValue(values.mine, values.theirs) || isSameValue(values.base, values.theirs)) {
      return 'mine'
    }
    return isSameValue(values.base, values.mine) ? 'theirs' : undefined
  }

  function mergeValue<T>(path: Path, values: Three<T>): T {
    const side = findChanged(values)
    return side ? values[side] : choose(path, values)
  }

  function mergeMembers<T extends object>(
    path: Path,
    values: Three<T | undefined>,
    rules: { readonly [name: string]: (path: Path, values: Three<never>) => unknown } = {},
  ): T {
    const all = mapThree(values, each => (each ?? {}) as Readonly<Record<string, unknown>>)
    const names = new Set(Object.values(all).flatMap(each => Object.keys(each)))
    return Object.fromEntries(
      [...names].map(name => {
        const merge = ownValue(rules, name) ?? mergeValue
        const parts = mapThree(all, each => ownValue(each, name))
        return [name, merge([...path, name], parts as Three<never>)]
      }),
    ) as T
  }

  /** Lists whose items have keys: what is in them, then in which order. */
  const mergeList =
    <T>(readKey: (item: T) => string, guessList: readonly T[] = []) =>
    (path: Path, values: Three<readonly T[] | undefined>): readonly T[] | undefined => {
      const side = findChanged(values)
      if (side) return values[side]
      if (!values.mine || !values.theirs) return choose(path, values)
      const lists = mapThree(values, each => indexItems(each ?? guessList, readKey))
      const items = new Map<string, T>()
      for (const key of new Set([...lists.mine.keys(), ...lists.theirs.keys()])) {
        const found = mapThree(lists, each => each.get(key))
        const merged = mergeItem([...path, 'items', key], found)
        if (merged !== undefined) items.set(key, merged)
      }
      const order = orderItems(
        [...path, 'order'],
        mapThree(lists, each => [...each.keys()]),
        items,
      )
      return order.flatMap(key => items.get(key) ?? [])
    }

  /** Members of an item one by one; an item that one side removed is gone unless the other changed it. */
  function mergeItem<T>(path: Path, values: Three<T | undefined>): T | undefined {
    const { mine, theirs } = values
    if (typeof mine !== 'object' || typeof theirs !== 'object' || !mine || !theirs) {
      return mergeValue(path, values)
    }
    return mergeMembers(path, values as Three<(T & object) | undefined>)
  }

  function orderItems(
    path: Path,
    orders: Three<readonly string[]>,
    items: ReadonlyMap<string, unknown>,
  ): readonly string[] {
    const left = new Set(items.keys())
    const merged = mergeOrder(orders.base, orders.mine, orders.theirs, left)
    if (merged) return merged
    const leading = choose(path, orders)
    return joinOrders(leading, leading === orders.mine ? orders.theirs : orders.mine, left)
  }

  /** Groups of items: which there are, what is in which, and in which order. */
  function mergeGroups<I>(
    path: Path,
    values: Three<readonly Group<I>[]>,
    readKey: (item: I) => string,
  ): readonly Group<I>[] {
    const asKeys = mapThree(values, groups => groups.map(group => toKeys(group, readKey)))
    const ids: Three<readonly string[]> = {
      base: asKeys.base.map((_group, index) => String(index)),
      mine: matchGroups(asKeys.base, asKeys.mine),
      theirs: matchGroups(asKeys.base, asKeys.theirs),
    }
    const placed = mapSides(side => placeItems(values[side], ids[side], readKey))
    const merged = new Map<string, Placed<I>>()
    for (const key of new Set([...placed.mine.keys(), ...placed.theirs.keys()])) {
      const found = mapThree(placed, each => each.get(key))
      const place = mergeItem([...path, 'items', key], found)
      if (place) merged.set(key, place)
    }
    const used = new Set([...merged.values()].map(({ group }) => group))
    const members = mapSides(side => new Map(ids[side].map((id, at) => [id, values[side][at]])))
    const groups = new Map<string, object>()
    for (const id of new Set([...ids.mine, ...ids.theirs])) {
      const found = mapThree(members, each => toMembers(each.get(id)))
      const isRemoved = !(found.mine && found.theirs) && found.base !== undefined
      const remaining = found.mine ?? found.theirs
      if (isRemoved && !used.has(id) && isSameValue(remaining, found.base)) continue
      const both = found.mine && found.theirs
      groups.set(id, both ? mergeMembers([...path, id], found) : (remaining ?? {}))
    }
    return orderItems([...path, 'order'], ids, groups).map(id => {
      const own = new Map([...merged].filter(([, { group }]) => group === id))
      const orders = mapSides(side => {
        const position = ids[side].indexOf(id)
        return asKeys[side][position]?.keys ?? []
      })
      const order = orderItems([...path, id, 'order'], orders, own)
      return {
        ...groups.get(id),
        items: order.flatMap(key => own.get(key)?.item ?? []),
      } as Group<I>
    })
  }

  const mergeSections =
    (guessed: readonly LayoutSection[] = []) =>
    (path: Path, values: Three<readonly LayoutSection[] | undefined>) => {
      const side = findChanged(values)
      if (side) return values[side]
      if (!values.mine || !values.theirs) return choose(path, values)
      const groups = mapThree(values, each =>
        (each ?? guessed).map(({ fields, ...rest }) => ({ ...rest, items: fields })),
      )
      return mergeGroups(path, groups, field => field).map(({ items, ...rest }) => ({
        ...rest,
        fields: items,
      }))
    }

  function mergeNavigation(values: Three<Layout['navigation']>): Layout['navigation'] {
    const lists = mapThree(values, ({ groups }) => (groups.length > 0 ? groups : undefined))
    const side = findChanged(lists)
    const guessed = mapThree(lists, each => each ?? guess.navigation.groups)
    const groups = side
      ? (lists[side] ?? [])
      : mergeGroups(['navigation', 'groups'], guessed, readItemKey)
    const hidden = mergeList<string>(name => name)(
      ['navigation', 'hidden'],
      mapThree(values, each => each.hidden),
    )
    return { groups, hidden: hidden ?? [] } as Layout['navigation']
  }

  function mergeCollection(name: string): CollectionLayout {
    const path = ['collections', name]
    const values = mapThree(three, ({ collections }) => ownValue(collections, name))
    const guessed = ownValue(guess.collections, name)
    const mergeNames = mergeList<string>(each => each)
    const within =
      (rules: Parameters<typeof mergeMembers>[2]) => (inner: Path, parts: Three<never>) =>
        mergeMembers(inner, parts, rules)
    return mergeMembers<CollectionLayout>(path, values, {
      list: within({
        columns: mergeList(({ field }) => field, guessed?.list?.columns),
        segments: mergeList((each: string) => each, guessed?.list?.segments),
      }),
      detail: within({
        sections: mergeSections(guessed?.detail?.sections),
        related: mergeList(({ relation }) => relation, guessed?.detail?.related),
      }),
      forms: within({
        create: mergeSections(guessed?.forms?.create),
        edit: mergeSections(guessed?.forms?.edit),
      }),
      actions: within({
        order: mergeList((each: string) => each, guessed?.actions?.order),
        primary: (inner, parts: Three<readonly string[] | undefined>) =>
          mergeNames(
            inner,
            mapThree(parts, each => each ?? []),
          ),
        hidden: (inner, parts: Three<readonly string[] | undefined>) =>
          mergeNames(
            inner,
            mapThree(parts, each => each ?? []),
          ),
      }),
      fields: (inner, parts: Three<CollectionLayout['fields']>) => mergeFields(inner, parts),
    })
  }

  function mergeFields(path: Path, values: Three<CollectionLayout['fields']>) {
    const names = new Set(Object.values(values).flatMap(each => Object.keys(each ?? {})))
    return Object.fromEntries(
      [...names].map(name => [
        name,
        mergeMembers(
          [...path, name],
          mapThree(values, each => ownValue(each ?? {}, name)),
        ),
      ]),
    )
  }

  const names = new Set(Object.values(three).flatMap(each => Object.keys(each.collections)))
  const layout = tidyLayout({
    version: 1,
    navigation: mergeNavigation(mapThree(three, ({ navigation }) => navigation)),
    collections: Object.fromEntries([...names].map(name => [name, mergeCollection(name)])),
  })
  return { layout, conflicts: [...conflicts.values()] }
}

interface Group<I> {
  readonly label?: string
  readonly items: readonly I[]
}

/** An item and the id of its group. */
interface Placed<I> {
  readonly group: string
  readonly item: I
}

const sides = ['base', 'mine', 'theirs'] as const

const mapSides = <T>(read: (side: (typeof sides)[number]) => T): Three<T> => ({
  base: read('base'),
  mine: read('mine'),
  theirs: read('theirs'),
})

const mapThree = <T, R>(values: Three<T>, read: (value: T) => R): Three<R> =>
  mapSides(side => read(values[side]))

const toKeys = <I>({ label, items }: Group<I>, readKey: (item: I) => string): ItemGroup => ({
  label,
  keys: items.map(readKey),
})

/** What a group is apart from its items. */
function toMembers(group: Group<unknown> | undefined): object | undefined {
  if (!group) return undefined
  const { items, ...rest } = group
  return rest
}

function indexItems<T>(items: readonly T[], readKey: (item: T) => string): Map<string, T> {
  const byKey = new Map<string, T>()
  for (const item of items) if (!byKey.has(readKey(item))) byKey.set(readKey(item), item)
  return byKey
}

/** An item counts where it is first, as on the page. */
function placeItems<I>(
  groups: readonly Group<I>[],
  ids: readonly string[],
  readKey: (item: I) => string,
): Map<string, Placed<I>> {
  const placed = new Map<string, Placed<I>>()
  groups.forEach(({ items }, index) => {
    for (const item of items) {
      const key = readKey(item)
      if (!placed.has(key)) placed.set(key, { group: ids[index] ?? '', item })
    }
  })
  return placed
}
