import type { PanelCollection } from '@service/protocol'
import { isColumn, isDate } from './field-names.js'
import { guessLabel } from './guess-label.js'
import { splitWords } from './split-words.js'

/** Collections under a heading; null where there is none. */
interface NavigationGroup {
  readonly label: string | null
  readonly collections: readonly string[]
}

export interface NavigationGuess {
  readonly groups: readonly NavigationGroup[]
  /** Collections that people seldom open by themselves, such as junctions. */
  readonly more: readonly string[]
}

/** Fewer collections than this do not make a group of their own. */
const smallestGroup = 3

/**
 * Groups collections for the navigation: by data source when there are several, else by the first
 * word of their names. Pure junctions are set apart.
 *
 * @example
 * groupNavigation(schema.collections).groups // [{ label: 'Shop', collections: ['shop_orders', …] }]
 */
export function groupNavigation(collections: readonly PanelCollection[]): NavigationGuess {
  const main = collections.filter(each => !isJunction(each))
  const dataSources = new Set(main.map(({ dataSource }) => dataSource))
  return {
    groups: dataSources.size > 1 ? groupByDataSource(main) : groupByPrefix(main),
    more: collections.filter(isJunction).map(({ name }) => name),
  }
}

/** Whether a collection only joins two others: it has no column besides keys and dates. */
export function isJunction({ fields }: PanelCollection): boolean {
  const parents = fields.filter(({ relationship }) => relationship === 'BelongsTo')
  const others = fields.filter(({ relationship }) => relationship !== 'BelongsTo')
  const isPure = others.every(field => isColumn(field) && (field.isPrimaryKey || isDate(field)))
  return parents.length === 2 && isPure
}

function groupByDataSource(collections: readonly PanelCollection[]): NavigationGroup[] {
  const groups = groupBy(collections, ({ dataSource }) => dataSource)
  return [...groups].map(([name, members]) => ({
    label: guessLabel(name),
    collections: members.map(each => each.name),
  }))
}

function groupByPrefix(collections: readonly PanelCollection[]): NavigationGroup[] {
  const prefixes = groupBy(collections, ({ name }) => readPrefix(name))
  const isGroup = (prefix: string, members: readonly PanelCollection[]) =>
    prefix !== '' && members.length >= smallestGroup && members.length < collections.length
  const grouped = [...prefixes].filter(([prefix, members]) => isGroup(prefix, members))
  const inGroups = new Set(grouped.flatMap(([, members]) => members))
  const rest = collections.filter(each => !inGroups.has(each)).map(({ name }) => name)
  return [
    ...(rest.length > 0 ? [{ label: null, collections: rest }] : []),
    ...grouped.map(([prefix, members]) => ({
      label: guessLabel(prefix),
      collections: members.map(({ name }) => name),
    })),
  ]
}

function readPrefix(name: string): string {
  const [first = '', second] = splitWords(name)
  return second === undefined ? '' : first.toLowerCase()
}

/** Groups items by a key, in order of first appearance (`Map.groupBy` needs Node 21). */
function groupBy<T>(items: readonly T[], readKey: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = readKey(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
