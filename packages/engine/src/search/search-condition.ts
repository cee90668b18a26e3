import type { Call, ColumnType, ConditionTree, Leaf, Operator } from '@service/datasource-toolkit'
import {
  ConditionTreeFactory,
  dateInterval,
  nestTree,
  parseValue,
  reachableOperators,
  ValidationError,
  zoneOffsets,
} from '@service/datasource-toolkit'
import type { CollectionModel, ColumnModel } from '../model/model.js'
import { sourceOperators } from '../plan/path-of.js'
import type { Planning } from '../plan/planning.js'
import type { Filter } from '../query.js'

interface Searched {
  readonly collection: CollectionModel
  readonly column: ColumnModel
  readonly text: string
  readonly planning: Planning
}

type Rule = (searched: Searched) => ConditionTree | undefined

/** What a text means on a column, by type. Types that are not here never match. */
const rules: Readonly<Record<string, Rule>> = {
  String: ({ column, text }) => firstAvailable(column, ['IContains', 'Contains', 'Equal'], text),
  Number: searched => equal(searched, parsed('Number', searched.text)),
  Uuid: searched => equal(searched, parsed('Uuid', searched.text)),
  Boolean: searched => equal(searched, booleans[searched.text.toLowerCase()]),
  Enum: searched => equal(searched, enumValue(searched)),
  Date: searchPeriod,
  Dateonly: searchPeriod,
  '["String"]': searched => includes(searched, searched.text),
  '["Number"]': searched => includes(searched, parsed('Number', searched.text)),
  '["Enum"]': searched => includes(searched, enumValue(searched)),
}

const booleans: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  false: false,
  '0': false,
}

/** The records a search finds: the text, whole, in any column; extended: also in to-one relations. */
export function searchCondition(
  planning: Planning,
  collection: CollectionModel,
  { search, searchExtended = false }: Filter,
): ConditionTree | undefined {
  const text = search?.trim()
  if (!text) return undefined
  if (!collection.isSearchable) {
    throw new ValidationError(`'${collection.name}' cannot be searched: its search is disabled.`)
  }
  const found = columnConditions(planning, collection, text)
  if (searchExtended) found.push(...relationConditions(planning, collection, text))
  return found.length === 0 ? ConditionTreeFactory.matchNone : ConditionTreeFactory.union(found)
}

function columnConditions(
  planning: Planning,
  collection: CollectionModel,
  text: string,
): ConditionTree[] {
  const found: ConditionTree[] = []
  for (const column of collection.fields.values()) {
    if (column.kind !== 'Column') continue
    const condition = rules[typeKey(column.columnType)]?.({ collection, column, text, planning })
    if (condition) found.push(condition)
  }
  return found
}

function relationConditions(
  planning: Planning,
  collection: CollectionModel,
  text: string,
): ConditionTree[] {
  return [...collection.fields.values()].flatMap(field =>
    field.kind === 'ManyToOne' || field.kind === 'OneToOne'
      ? columnConditions(planning, field.target, text).map(tree => nestTree(tree, field.name))
      : [],
  )
}

function typeKey(columnType: ColumnType): string {
  return typeof columnType === 'string' ? columnType : JSON.stringify(columnType)
}

function firstAvailable(
  { name, filter }: ColumnModel,
  operators: readonly Operator[],
  value: unknown,
): Leaf | undefined {
  const operator = operators.find(candidate => filter.has(candidate))
  return operator && { field: name, operator, value }
}

function equal({ column }: Searched, value: unknown): Leaf | undefined {
  return value === undefined ? undefined : firstAvailable(column, ['Equal'], value)
}

function includes({ column }: Searched, value: unknown): Leaf | undefined {
  return value === undefined ? undefined : firstAvailable(column, ['IncludesAll'], [value])
}

/** Undefined when the text is not a value of the type. */
function parsed(type: 'Number' | 'Uuid', text: string): unknown {
  if (type === 'Number' && !/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) return undefined
  try {
    return parseValue(type, text)
  } catch {
    return undefined
  }
}

function enumValue({ column, text }: Searched): string | undefined {
  const wanted = text.toLowerCase()
  return column.enumValues?.find(value => value.toLowerCase() === wanted)
}

/** `2024`, `2024-05` and `2024-05-31` name a year, a month and a day. */
function searchPeriod({ collection, column, text, planning }: Searched): ConditionTree | undefined {
  const days = periodDays(text, planning.call)
  if (!days || column.read.kind !== 'native') return undefined
  const reachable = reachableOperators(column.columnType, sourceOperators(collection, column))
  if (!reachable.has('GreaterThanOrEqual') || !reachable.has('LessThan')) return undefined
  const isInstant = column.columnType === 'Date'
  if (isInstant) planning.isCacheable = false
  const [start, end] = isInstant ? days.map(day => startOfDay(day, planning.call)) : days
  return ConditionTreeFactory.intersect([
    { field: column.name, operator: 'GreaterThanOrEqual', value: start },
    { field: column.name, operator: 'LessThan', value: end },
  ])
}

/** The first day of a period and of the next one. */
function periodDays(text: string, call: Call): readonly [string, string] | undefined {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text)
  if (!match) return undefined
  const [year, month, day] = match.slice(1).map(part => (part ? Number(part) : undefined))
  if (year === undefined || year < 1800 || year > call.now.getUTCFullYear() + 100) return undefined
  const start = new Date(Date.UTC(year, (month ?? 1) - 1, day ?? 1))
  if (month !== undefined && start.getUTCMonth() !== month - 1) return undefined
  const end = new Date(start)
  if (day !== undefined) end.setUTCDate(day + 1)
  else if (month !== undefined) end.setUTCMonth(month)
  else end.setUTCFullYear(year + 1)
  return [start.toISOString().slice(0, 10), end.toISOString().slice(0, 10)]
}

function startOfDay(day: string, { timezone }: Call): string {
  const noon = new Date(`${day}T12:00:00.000Z`)
  const offset = zoneOffsets(timezone, noon, noon)[0]?.offsetSeconds ?? 0
  const localNoon = new Date(noon.getTime() - offset * 1000)
  return dateInterval('Today', undefined, { timezone, now: localNoon }, 'Date').start
}
