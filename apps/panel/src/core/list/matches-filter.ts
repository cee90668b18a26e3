import {
  type ColumnType,
  type ConditionTree,
  castFilterValue,
  evaluate,
  type Row,
} from '@service/datasource-toolkit'
import type { PanelRecord } from '../record/panel-record.js'
import type { CollectionModel, Collections } from '../schema/collection-model.js'
import { findField } from '../schema/find-field.js'
import { toOperator } from '../schema/to-operator.js'
import { type FilterTree, isBranch, isUnreadable } from './filter-tree.js'

/**
 * Returns whether a record matches a filter that has been checked; undefined when that cannot be
 * decided here, because a value it needs is not loaded.
 *
 * @example
 * matchesFilter(checked.tree, record, collections, orders, { timezone: 'Europe/Paris', now: new Date() })
 */
export function matchesFilter(
  tree: FilterTree | undefined,
  record: PanelRecord,
  collections: Collections,
  collection: CollectionModel,
  call: { readonly timezone: string; readonly now: Date },
): boolean | undefined {
  if (!tree) return true
  const types = new Map<string, ColumnType>()
  const condition = toCondition(tree)
  if (!condition) return undefined
  return evaluate(condition, toRow(record), path => types.get(path), call)

  function toCondition(part: FilterTree): ConditionTree | undefined {
    if (isUnreadable(part)) return undefined
    if (isBranch(part)) {
      const conditions = part.conditions.map(toCondition)
      if (conditions.includes(undefined)) return undefined
      const aggregator = part.aggregator === 'and' ? 'And' : 'Or'
      return { aggregator, conditions: conditions as ConditionTree[] }
    }
    const field = findField(collections, collection, part.field)?.field
    const operator = toOperator(part.operator)
    if (!field || !operator || !isLoaded(record, part.field)) return undefined
    // Records hold bytes as text; datasource-toolkit compares bytes.
    if (field.columnType === 'Binary') return undefined
    types.set(part.field, field.columnType)
    const leaf = { ...part, operator }
    const value = castFilterValue(leaf, { columnType: field.columnType }, call.timezone)
    return { field: leaf.field, operator: leaf.operator, ...(value !== undefined && { value }) }
  }
}

function isLoaded(record: PanelRecord, path: string): boolean {
  const colon = path.indexOf(':')
  if (colon < 0) return Object.hasOwn(record.values, path)
  const related = record.related[path.slice(0, colon)]
  if (related === undefined) return false
  return related === null || isLoaded(related, path.slice(colon + 1))
}

function toRow({ values, related }: PanelRecord): Row {
  const relations = Object.entries(related).map(([name, each]) => [name, each && toRow(each)])
  return { ...values, ...Object.fromEntries(relations) }
}
