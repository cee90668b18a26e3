import type { Layout, LayoutItem, PanelSchema } from '@service/protocol'
import { groupNavigation } from './group-navigation.js'

interface NavigationSection {
  /** Null where a group has no heading. */
  readonly label: string | null
  readonly items: readonly LayoutItem[]
}

export interface Navigation {
  /** Names of collections, in the person's order. */
  readonly favourites: readonly string[]
  readonly sections: readonly NavigationSection[]
  /** Collections below "More". */
  readonly more: readonly string[]
  /** Whether there are enough collections for a box that filters them. */
  readonly hasFilter: boolean
}

const mostWithoutFilter = 15

/**
 * Builds the navigation: the groups of the layout, or guessed ones when it has none. Collections
 * that no group of the layout names are below "More"; those that the caller may not browse, such as
 * one whose records are only read from others, are left out.
 *
 * @example
 * buildNavigation(schema, layout, ['orders']).favourites // ['orders']
 */
export function buildNavigation(
  schema: PanelSchema,
  layout: Layout | null,
  favourites: readonly string[],
): Navigation {
  const hidden = new Set(layout?.navigation.hidden)
  const shown = schema.collections.filter(({ name, rights }) => rights.browse && !hidden.has(name))
  const names = new Set(shown.map(({ name }) => name))
  const sections = readGroups(layout, names)
  const guess = groupNavigation(shown)
  const placed = new Set(sections.flatMap(({ items }) => items.flatMap(collectionNames)))
  return {
    favourites: [...new Set(favourites)].filter(name => names.has(name)),
    sections:
      sections.length > 0
        ? sections
        : guess.groups.map(({ label, collections }) => ({
            label,
            items: collections.map(name => ({ kind: 'collection', name })),
          })),
    more: sections.length > 0 ? [...names].filter(name => !placed.has(name)) : guess.more,
    hasFilter: names.size > mostWithoutFilter,
  }
}

function readGroups(layout: Layout | null, names: ReadonlySet<string>): NavigationSection[] {
  return (layout?.navigation.groups ?? [])
    .map(({ label, items }) => ({
      label,
      items: items.filter(item => item.kind !== 'collection' || names.has(item.name)),
    }))
    .filter(({ items }) => items.length > 0)
}

const collectionNames = (item: LayoutItem): string[] =>
  item.kind === 'collection' ? [item.name] : []
