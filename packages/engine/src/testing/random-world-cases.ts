import type {
  Aggregation,
  ConditionTree,
  Leaf,
  Operator,
  Page,
  Row,
  SortClause,
} from '@service/datasource-toolkit'
import { getField } from '@service/datasource-toolkit'
import type { Random } from '@service/datasource-toolkit/testing'
import type { CollectionModel, ColumnModel, Model } from '../model/model.js'
import { totalSort } from '../plan/rewrite-sort.js'
import type { Filter, ListQuery } from '../query.js'
import { naiveList } from './naive.js'
import { operands, searches, texts } from './random-world-values.js'
import type { World } from './world.js'

/** A filter by names, so that it can be used in a world that is opened again. */
export interface CaseFilter extends Omit<Filter, 'related'> {
  readonly related?: { readonly of: string; readonly relation: string; readonly parent: Row }
}

export interface ListCase {
  readonly kind: 'list'
  readonly collection: string
  readonly filter: CaseFilter
  readonly projection: readonly string[]
  readonly sort: readonly SortClause[]
  readonly page?: Page
  readonly after?: readonly unknown[]
  /** Reads in chunks of this size. */
  readonly chunkSize?: number
}

export interface AggregateCase {
  readonly kind: 'aggregate'
  readonly collection: string
  readonly filter: CaseFilter
  readonly aggregation: Aggregation
  readonly limit?: number
}

export type ReadCase = ListCase | AggregateCase

export type WriteCase =
  | { readonly kind: 'create'; readonly collection: string; readonly rows: readonly Row[] }
  | {
      readonly kind: 'update'
      readonly collection: string
      readonly filter: CaseFilter
      readonly patch: Row
    }
  | { readonly kind: 'delete'; readonly collection: string; readonly filter: CaseFilter }

export type Case = ReadCase | WriteCase

export async function randomReadCase(random: Random, world: World): Promise<ReadCase> {
  const target = randomTarget(random, world)
  const filter = randomFilter(random, target, world.model)
  if (random.chance(0.25)) return randomAggregate(random, target, filter)
  const listed = randomList(random, target, filter)
  if (random.chance(0.2)) return { ...listed, chunkSize: random.between(1, 4) }
  return random.chance(0.2) ? resumed(random, world, listed) : listed
}

export function toListQuery(model: Model, listed: ListCase): ListQuery {
  const { projection, sort, page, after } = listed
  const collection = model.collection(listed.collection)
  return { collection, filter: toFilter(model, listed.filter), projection, sort, page, after }
}

export function toFilter(model: Model, { related, ...filter }: CaseFilter): Filter {
  const relation = related && model.collection(related.of).fields.get(related.relation)
  if (relation?.kind !== 'OneToMany' && relation?.kind !== 'ManyToMany') return filter
  return { ...filter, related: { relation, parent: related!.parent } }
}

function randomTarget(random: Random, { model }: World): CollectionModel {
  return model.collection(random.pick(['items', 'items', 'items', 'boxes', 'labels', 'things']))
}

export function randomTree(
  random: Random,
  collection: CollectionModel,
  depth = 2,
): ConditionTree | undefined {
  if (depth === 0 || random.chance(0.4)) return randomLeaf(random, collection)
  const conditions = Array.from({ length: random.between(0, 3) }, () =>
    randomTree(random, collection, depth - 1),
  ).filter(tree => tree !== undefined)
  return { aggregator: random.pick(['And', 'Or'] as const), conditions }
}

function randomLeaf(random: Random, collection: CollectionModel): Leaf {
  const paths = columnPaths(collection).filter(path => collection.path(path).column.filter.size > 0)
  const field = random.pick(paths)
  const { column } = collection.path(field)
  const operator = random.pick([...column.filter.keys()])
  return { field, operator, value: operand(random, column, operator) }
}

function operand(random: Random, { columnType }: ColumnModel, operator: Operator): unknown {
  const values = operands[String(columnType)] ?? []
  if (operator === 'In' || operator === 'NotIn') return random.some(values, 0.4)
  if (/^(Includes)/.test(operator)) return random.some(values, 0.2)
  if (/^(LongerThan|ShorterThan|PreviousX|.*XHoursAgo)/.test(operator)) return random.between(0, 3)
  if (/^(Present|Blank|Missing|Today|Yesterday|Previous|Past|Future)/.test(operator))
    return undefined
  const isEquality = operator === 'Equal' || operator === 'NotEqual'
  return random.pick(isEquality ? values : values.filter(value => value !== null))
}

/** Returns the columns, and those up to two relations away. */
function columnPaths(collection: CollectionModel, depth = 2): readonly string[] {
  return [...collection.fields.values()].flatMap(field => {
    if (field.kind === 'Column') return [field.name]
    if (depth === 0 || (field.kind !== 'ManyToOne' && field.kind !== 'OneToOne')) return []
    return columnPaths(field.target, depth - 1).map(path => `${field.name}:${path}`)
  })
}

function randomFilter(random: Random, collection: CollectionModel, model: Model): CaseFilter {
  const segments = [...collection.segments.keys()]
  return {
    conditionTree: random.chance(0.8) ? randomTree(random, collection) : undefined,
    segment: segments.length > 0 && random.chance(0.2) ? random.pick(segments) : undefined,
    related: randomRelated(random, collection, model),
    ...(random.chance(0.2) && {
      search: random.pick(searches),
      searchExtended: random.chance(0.5),
    }),
  }
}

function randomRelated(
  random: Random,
  target: CollectionModel,
  model: Model,
): CaseFilter['related'] {
  if (random.chance(0.6)) return undefined
  const relations = [...model.collections.values()].flatMap(({ name, fields }) =>
    [...fields.values()]
      .filter(field => field.kind === 'OneToMany' || field.kind === 'ManyToMany')
      .filter(field => field.target === target)
      .map(field => ({ of: name, relation: field.name })),
  )
  if (relations.length === 0) return undefined
  return { ...random.pick(relations), parent: { id: random.pick([1, 2, 3, null]) } }
}

function randomList(random: Random, collection: CollectionModel, filter: CaseFilter): ListCase {
  const paths = columnPaths(collection)
  const sortable = paths.filter(path => collection.path(path).column.sort.kind !== 'none')
  const sort = random
    .some(sortable, 2 / sortable.length)
    .map(field => ({ field, ascending: random.chance(0.5) }))
  const projection = random.some(paths, 4 / paths.length)
  const page = random.chance(0.6)
    ? { skip: random.pick([0, 0, 1, 3]), limit: random.between(1, 5) }
    : undefined
  return {
    kind: 'list',
    collection: collection.name,
    filter,
    projection: projection.length > 0 ? projection : ['id'],
    sort,
    page,
  }
}

/** The same list, starting after one of its rows. */
async function resumed(random: Random, world: World, listed: ListCase): Promise<ListCase> {
  const query = toListQuery(world.model, listed)
  const clauses = totalSort(query.collection, listed.sort)
  const paths = [...new Set([...listed.projection, ...clauses.map(({ field }) => field)])]
  const rows = await naiveList(world, { ...query, projection: paths, page: undefined })
  if (rows.length === 0) return listed
  const row = random.pick(rows)
  const after = clauses.map(({ field }) => getField(row, field))
  return { ...listed, projection: paths, after }
}

function randomAggregate(
  random: Random,
  collection: CollectionModel,
  filter: CaseFilter,
): AggregateCase {
  const paths = columnPaths(collection, 1)
  const numbers = paths.filter(path => collection.path(path).column.columnType === 'Number')
  const operation = random.pick(['Count', 'Sum', 'Avg', 'Max', 'Min'] as const)
  const field = operation === 'Count' && random.chance(0.6) ? undefined : random.pick(numbers)
  const groups = random.some(paths, 1 / paths.length).map(path => ({
    field: path,
    ...(collection.path(path).column.columnType === 'Date' && {
      operation: random.pick(['Year', 'Month', 'Week', 'Day'] as const),
    }),
  }))
  return {
    kind: 'aggregate',
    collection: collection.name,
    filter,
    aggregation: { operation, ...(field && { field }), ...(groups.length > 0 && { groups }) },
    limit: random.chance(0.3) ? 2 : undefined,
  }
}

/** What is written to each collection, besides its own columns. */
const writtenThrough: Readonly<
  Record<string, Readonly<Record<string, (random: Random) => unknown>>>
> = {
  items: {
    word: random => random.pick(texts),
    boxName: random => random.pick(texts),
    thingTitle: random => random.pick(texts),
    parentBoxName: random => random.pick(texts),
    box: random => ({ size: random.pick([1, 2, null]), name: random.pick(texts) }),
    crate: random => ({ size: random.pick([1, 3]) }),
    thing: random => ({ weight: random.pick([3, null]) }),
  },
  boxes: {
    makerName: random => random.pick(texts),
    label: random => ({ text: random.pick(texts) }),
  },
  things: { makerName: random => random.pick(texts) },
  labels: {},
}

/** `isPlain`: only what every source does alike, so no generated key and nothing nested. */
export function randomWriteCase(random: Random, world: World, isPlain: boolean): WriteCase {
  const target = randomTarget(random, world)
  const collection = target.name
  const kind = random.pick(['create', 'update', 'update', 'delete'] as const)
  if (kind === 'create') {
    const count = random.between(1, 3)
    const isKeyed = isPlain || random.chance(0.3)
    const rows = Array.from({ length: count }, (_, index) => ({
      ...(isKeyed && { id: 100 + index }),
      ...randomPatch(random, target, isPlain, count === 1),
    }))
    return { kind, collection, rows }
  }
  const filter = randomFilter(random, target, world.model)
  if (kind === 'delete') return { kind, collection, filter }
  return { kind, collection, filter, patch: randomPatch(random, target, isPlain, true) }
}

/**
 * Records created together with others reference neither records created with them nor new records
 * of their own collection, because the result would depend on the order.
 */
function randomPatch(
  random: Random,
  collection: CollectionModel,
  isPlain: boolean,
  isAlone: boolean,
): Row {
  const left = isAlone ? [] : ['box_id', 'thing_id', 'maker_id', 'parentBoxName', 'crate']
  // One-to-one relations use slots, which stay unique.
  const isWritten = (name: string) => name !== 'slot' && !left.includes(name)
  const own = [...collection.fields.values()].flatMap(field => {
    const isOwn = field.kind === 'Column' && field.read.kind === 'native' && !field.isPrimaryKey
    if (!isOwn || !isWritten(field.name)) return []
    return isPlain && field.write.kind !== 'native' ? [] : [field]
  })
  const values = random
    .some(own, 0.4)
    .map(column => [column.name, random.pick(operands[String(column.columnType)] ?? [null])])
  if (isPlain) return Object.fromEntries(values)
  const through = Object.entries(writtenThrough[collection.name] ?? {}).filter(
    ([name]) => collection.fields.has(name) && isWritten(name),
  )
  const nested = random.some(through, 0.2).map(([name, value]) => [name, value(random)])
  return Object.fromEntries([...values, ...nested])
}
