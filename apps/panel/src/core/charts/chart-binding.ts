import { type FilterTree, isBranch, isUnreadable } from '../list/filter-tree.js'

/** How a chart follows its dashboard. */
export interface ChartBinding {
  /** The date that the range of the dashboard restricts. */
  readonly rangeField?: string
  /** The fields that filters of the dashboard restrict, by the name of the filter. */
  readonly filterFields: Readonly<Record<string, string>>
}

/**
 * Adds the conditions to a filter by which a chart follows its dashboard. Days are compared with days, instants with
 * instants.
 *
 * @example
 * bindFilter(undefined, { rangeField: 'ordered_at', filterFields: {} }, () => false)
 */
export function bindFilter(
  own: FilterTree | undefined,
  { rangeField, filterFields }: ChartBinding,
  isDay: (field: string) => boolean,
): FilterTree | undefined {
  const conditions = [
    ...(own ? listConditions(own) : []),
    ...(rangeField ? bindRange(rangeField, isDay(rangeField) ? 'Day' : '') : []),
    ...Object.entries(filterFields).map(([name, field]) => ({
      field,
      operator: 'equal',
      value: `{{filters.${name}}}`,
    })),
  ]
  return conditions.length > 1 ? { aggregator: 'and', conditions } : conditions[0]
}

function bindRange(field: string, suffix: '' | 'Day'): readonly FilterTree[] {
  const from = `{{range.from${suffix}}}`
  return [
    {
      aggregator: 'or',
      conditions: [
        { field, operator: 'equal', value: from },
        { field, operator: 'after', value: from },
      ],
    },
    { field, operator: 'before', value: `{{range.to${suffix}}}` },
  ]
}

/**
 * Splits the filter of a chart into its own conditions and those by which it follows its dashboard: the inverse of
 * `bindFilter`. Other uses of variables stay in its own filter.
 *
 * @example
 * splitFilter(definition.filter).binding.rangeField // 'ordered_at'
 */
export function splitFilter(filter: FilterTree | null | undefined): {
  readonly own?: FilterTree
  readonly binding: ChartBinding
} {
  const conditions = filter ? listConditions(filter) : []
  const rangeField = findRangeField(conditions)
  const bound = new Set(rangeField ? findRange(conditions, rangeField) : [])
  const filterFields: Record<string, string> = {}
  for (const condition of conditions) {
    const name = readFilterName(condition)
    if (name === undefined || Object.hasOwn(filterFields, name.filter)) continue
    filterFields[name.filter] = name.field
    bound.add(condition)
  }
  const left = conditions.filter(condition => !bound.has(condition))
  const own: FilterTree | undefined =
    left.length > 1 ? { aggregator: 'and', conditions: left } : left[0]
  return { ...(own && { own }), binding: { ...(rangeField && { rangeField }), filterFields } }
}

const listConditions = (tree: FilterTree): readonly FilterTree[] =>
  isBranch(tree) && tree.aggregator === 'and' ? tree.conditions : [tree]

function findRangeField(conditions: readonly FilterTree[]): string | undefined {
  const fields = conditions.flatMap(condition =>
    isBranch(condition) || isUnreadable(condition) ? [] : [condition.field],
  )
  return fields.find(field => findRange(conditions, field).length === 2)
}

/** The two conditions of a range, if a filter has both. */
function findRange(conditions: readonly FilterTree[], field: string): readonly FilterTree[] {
  for (const suffix of ['', 'Day'] as const) {
    const wanted = bindRange(field, suffix).map(condition => JSON.stringify(condition))
    const found = conditions.filter(condition => wanted.includes(JSON.stringify(order(condition))))
    if (found.length === 2) return found
  }
  return []
}

/** The same condition with its members in the order of `bindRange`: databases keep them in another one. */
function order(condition: FilterTree): FilterTree {
  if (isUnreadable(condition)) return condition
  if (isBranch(condition)) {
    return { aggregator: condition.aggregator, conditions: condition.conditions.map(order) }
  }
  const { field, operator, value } = condition
  return { field, operator, value }
}

function readFilterName(condition: FilterTree) {
  if (isBranch(condition) || isUnreadable(condition) || condition.operator !== 'equal') {
    return undefined
  }
  const match = /^\{\{filters\.(\w+)\}\}$/.exec(String(condition.value))
  return match?.[1] === undefined ? undefined : { filter: match[1], field: condition.field }
}
