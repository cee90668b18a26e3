import type { ColumnType, Operator } from '@service/datasource-toolkit'
import type { ChartDefinition } from '@service/protocol'
import type { FilterTree } from '../list/filter-tree.js'
import type { ListState } from '../list/list-state.js'
import type { CollectionModel, Collections, FieldModel } from '../schema/collection-model.js'
import { findField } from '../schema/find-field.js'
import type { ChartData } from './chart-data.js'
import type { ChartMark } from './chart-marks.js'
import { type ChartVariables, fillFilter } from './chart-variables.js'
import { nextPeriod, startOfDay } from './dashboard-range.js'

/** A list of records. */
export interface MarkList {
  readonly collection: string
  readonly state: ListState
}

/** What is known about a chart that is shown. */
export interface ShownChart {
  readonly definition: ChartDefinition
  readonly data: ChartData
  readonly variables: ChartVariables
  readonly collections: Collections
  /** The one that the chart was asked for in. */
  readonly timezone: string
}

/**
 * Finds the list of exactly the records that a mark counts. Undefined where there is none: charts in SQL and in code
 * do not say which records they read.
 *
 * @example
 * findMarkList(shown, { kind: 'part', key: 'paid' })
 * // { collection: 'orders', state: { view: 0, filter: { field: 'status', operator: 'equal', value: 'paid' } } }
 */
export function findMarkList(shown: ShownChart, mark: ChartMark): MarkList | undefined {
  const { definition, collections } = shown
  if (!('sourceCollectionName' in definition)) return undefined
  const source = collections.get(definition.sourceCollectionName)
  if (!source) return undefined
  const found =
    definition.type === 'Leaderboard'
      ? filterLeaderboard(shown, definition, source, mark)
      : filterSource(shown, definition, source, mark)
  if (!found?.collection.rights.browse) return undefined
  const filter = joinConditions(found.conditions)
  // The default view of the collection would filter, too.
  return { collection: found.collection.name, state: { view: 0, ...(filter && { filter }) } }
}

interface Found {
  readonly collection: CollectionModel
  readonly conditions: readonly FilterTree[]
}

type RecordDefinition = Extract<ChartDefinition, { readonly sourceCollectionName: string }>
type Leaderboard = Extract<RecordDefinition, { readonly type: 'Leaderboard' }>

function filterSource(
  shown: ShownChart,
  definition: Exclude<RecordDefinition, Leaderboard>,
  source: CollectionModel,
  mark: ChartMark,
): Found | undefined {
  // Definitions are stored after they passed the schema of the service.
  const own = fillFilter(definition.filter as FilterTree | null | undefined, shown.variables)
  const group = filterGroup(shown, definition, source, mark)
  const counted = filterCounted(shown, definition, source)
  if (!own || !group || !counted) return undefined
  return { collection: source, conditions: [...(own.tree ? [own.tree] : []), ...group, ...counted] }
}

/** The conditions that a mark adds to the filter of its chart. */
function filterGroup(
  shown: ShownChart,
  definition: Exclude<RecordDefinition, Leaderboard>,
  source: CollectionModel,
  mark: ChartMark,
): readonly FilterTree[] | undefined {
  if (definition.type === 'Value' || definition.type === 'Objective') {
    return mark.kind === 'all' ? [] : undefined
  }
  const path = definition.groupByFieldName
  const field = findField(shown.collections, source, path)?.field
  if (field?.kind !== 'column') return undefined
  if (definition.type === 'Line') {
    return mark.kind === 'period' ? filterPeriod(shown, path, field, mark.index) : undefined
  }
  return filterKeys(path, field, mark)
}

function filterPeriod(
  { data, timezone }: ShownChart,
  path: string,
  field: FieldModel,
  index: number,
): readonly FilterTree[] | undefined {
  if (data.kind !== 'time' || !data.dates || !data.timeRange) return undefined
  const from = data.dates[index]
  if (from === undefined || !hasOperators(field, 'Equal', 'After', 'Before')) return undefined
  const to = nextPeriod(from, data.timeRange)
  const isDay = field.columnType === 'Dateonly'
  return filterSpan(path, {
    from: isDay ? from : startOfDay(from, timezone),
    to: isDay ? to : startOfDay(to, timezone),
  })
}

/**
 * The conditions that hold from a date to before another. Dates cannot be compared by "from", so it is the date
 * itself or a later one.
 *
 * @example
 * filterSpan('paid_on', { from: '2026-01-01', to: '2026-02-01' }).length // 2
 */
function filterSpan(
  field: string,
  { from, to }: { readonly from: string; readonly to: string },
): readonly FilterTree[] {
  return [
    {
      aggregator: 'or',
      conditions: [
        { field, operator: 'equal', value: from },
        { field, operator: 'after', value: from },
      ],
    },
    { field, operator: 'before', value: to },
  ]
}

/** An address with more keys would be too long for some servers. */
const mostKeys = 50

function filterKeys(
  path: string,
  field: FieldModel,
  mark: ChartMark,
): readonly FilterTree[] | undefined {
  if (mark.kind === 'part') {
    const condition = filterKey(path, field, mark.key)
    return condition && [condition]
  }
  if (mark.kind !== 'others' || mark.keys.length > mostKeys) return undefined
  const conditions = mark.keys.map(key => filterKey(path, field, key))
  const known = conditions.filter(condition => condition !== undefined)
  return known.length === conditions.length ? [{ aggregator: 'or', conditions: known }] : undefined
}

/** Types whose values are found again by comparison. */
const comparable: ReadonlySet<ColumnType> = new Set<ColumnType>([
  'String',
  'Number',
  'Boolean',
  'Enum',
  'Uuid',
  'Date',
  'Dateonly',
  'Time',
])

function filterKey(path: string, field: FieldModel, key: unknown): FilterTree | undefined {
  if (key === null) {
    return hasOperators(field, 'Missing') ? { field: path, operator: 'missing' } : undefined
  }
  if (!comparable.has(field.columnType) || !hasOperators(field, 'Equal')) return undefined
  const value = typeof key === 'object' ? String(key) : key
  const { enumValues } = field
  if (enumValues.length > 0 && !enumValues.includes(String(value))) return undefined
  return { field: path, operator: 'equal', value }
}

/** A count of a field counts the records that have a value there. */
function filterCounted(
  { collections }: ShownChart,
  { aggregator, aggregateFieldName }: RecordDefinition,
  collection: CollectionModel,
  prefix = '',
): readonly FilterTree[] | undefined {
  if (aggregator !== 'Count' || !aggregateFieldName) return []
  const field = findField(collections, collection, aggregateFieldName)?.field
  if (field?.kind !== 'column' || !hasOperators(field, 'Present')) return undefined
  const path = `${prefix}${aggregateFieldName}`
  const isPresent: FilterTree = { field: path, operator: 'present' }
  if (field.columnType !== 'String') return [isPresent]
  // An empty text is counted, but is not "present".
  const isEmpty: FilterTree = { field: path, operator: 'equal', value: '' }
  return [{ aggregator: 'or', conditions: [isPresent, isEmpty] }]
}

/** The records of the relation whose own record has the label. The filter of a leaderboard is not used by agents. */
function filterLeaderboard(
  shown: ShownChart,
  definition: Leaderboard,
  source: CollectionModel,
  mark: ChartMark,
): Found | undefined {
  const relation = source.fields.get(definition.relationshipFieldName)
  // Through a third collection, its records are counted; which it is, the schema does not say.
  if (relation?.kind !== 'to-many' || relation.isThrough || !relation.inverse) return undefined
  const target = shown.collections.get(relation.target ?? '')
  const label = findField(shown.collections, source, definition.labelFieldName)?.field
  const [keyName] = source.primaryKey
  const key = source.fields.get(keyName ?? '')
  if (!target || label?.kind !== 'column' || !key || !hasOperators(key, 'Present')) return undefined
  const group = filterKeys(`${relation.inverse}:${definition.labelFieldName}`, label, mark)
  const counted = filterCounted(shown, definition, target)
  if (!group || !counted) return undefined
  // Records of the relation that belong to none have no label, but are not counted.
  const belongs: FilterTree = { field: `${relation.inverse}:${keyName}`, operator: 'present' }
  const isNeeded = mark.kind !== 'part' || mark.key === null
  return { collection: target, conditions: [...group, ...(isNeeded ? [belongs] : []), ...counted] }
}

function hasOperators({ operators }: FieldModel, ...wanted: readonly Operator[]): boolean {
  return wanted.every(operator => operators.includes(operator))
}

function joinConditions(conditions: readonly FilterTree[]): FilterTree | undefined {
  return conditions.length > 1 ? { aggregator: 'and', conditions } : conditions[0]
}
