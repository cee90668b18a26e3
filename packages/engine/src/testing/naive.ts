import type {
  Aggregation,
  ConditionTree,
  Group,
  Row,
  SortClause,
} from '@service/datasource-toolkit'
import {
  aggregateRows,
  compareValues,
  evaluate,
  isLeaf,
  type Leaf,
  nestTree,
  type Operator,
} from '@service/datasource-toolkit'
import { runHooks } from '../hooks/run-hooks.js'
import type { CollectionModel, ColumnModel, EngineCall } from '../model/model.js'
import type { Filter, ListQuery } from '../query.js'

/** All stored rows, by collection. */
type Stored = ReadonlyMap<string, Row[]>

/**
 * A slow and simple evaluation of a model: one record and one path at a time, no plan. Relations
 * and computed fields are followed where they occur.
 */
export interface Naive {
  readonly stored: Stored
  /** By collection: lists of columns that are unique, besides the primary key. */
  readonly unique?: ReadonlyMap<string, readonly (readonly string[])[]>
  readonly call: EngineCall
}

export async function naiveList(naive: Naive, query: ListQuery): Promise<Row[]> {
  const { collection, page, after, projection } = query
  const sort = completed(
    collection,
    query.sort.flatMap(clause => expandClause(collection, clause)),
  )
  const matching = await naiveMatching(naive, collection, query.filter)
  const keyed = await Promise.all(
    matching.map(async row => ({ row, key: await sortValues(naive, collection, row, sort) })),
  )
  const compare = (a: readonly unknown[], b: readonly unknown[]) =>
    compareKeys(collection, sort, a, b)
  const ordered = keyed
    .filter(({ key }) => !after || compare(key, after) > 0)
    .sort((a, b) => compare(a.key, b.key))
  const cut = page ? ordered.slice(page.skip, page.skip + page.limit) : ordered
  const records = await Promise.all(
    cut.map(({ row }) => projectRow(naive, collection, row, projection)),
  )
  if (naive.call.isOuter) {
    const asked = { filter: query.filter, projection }
    await runHooks(collection, 'After', 'List', naive.call, { ...asked, records })
  }
  return records
}

export async function naiveAggregate(
  naive: Naive,
  collection: CollectionModel,
  filter: Filter,
  aggregation: Aggregation,
): Promise<Group[]> {
  const { field, groups = [] } = aggregation
  const paths = [...(field === undefined ? [] : [field]), ...groups.map(group => group.field)]
  const matching = await naiveMatching(naive, collection, filter)
  const rows = await Promise.all(matching.map(row => projectRow(naive, collection, row, paths)))
  const getType = (path: string) => collection.path(path).column.columnType
  const { nulls } = collection.capabilities
  return aggregateRows(rows, aggregation, getType, naive.call, undefined, nulls)
}

export async function naiveMatching(
  naive: Naive,
  collection: CollectionModel,
  filter: Filter,
): Promise<Row[]> {
  const context = collection.context(naive.call, 'naive evaluation')
  const segment = filter.segment && collection.segments.get(filter.segment)
  const segmentTree = segment ? await segment.conditionTree(context) : undefined
  const found: Row[] = []
  for (const row of storedRows(naive, collection)) {
    const holds =
      (await isVisible(naive, collection, row)) &&
      (await rowMatches(naive, collection, row, filter.conditionTree, false)) &&
      (await rowMatches(naive, collection, row, segmentTree, false)) &&
      (await isFound(naive, collection, row, filter)) &&
      (await isRelated(naive, row, filter.related))
    if (holds) found.push(row)
  }
  return found
}

function storedRows(naive: Naive, { name }: CollectionModel): readonly Row[] {
  return naive.stored.get(name) ?? []
}

/** When several records are related, the first by primary key is used. */
export function byKey(naive: Naive, collection: CollectionModel): readonly Row[] {
  const sort = completed(collection, [])
  const key = (row: Row) => sort.map(({ field }) => row[field])
  return storedRows(naive, collection).toSorted((a, b) =>
    compareKeys(collection, sort, key(a), key(b)),
  )
}

/** A scope sees all rows of the relations it uses, directly or in computed fields. */
export function isVisible(naive: Naive, collection: CollectionModel, row: Row): Promise<boolean> {
  return rowMatches(naive, collection, row, naive.call.findScope?.(collection), true)
}

async function isRelated(naive: Naive, row: Row, related: Filter['related']): Promise<boolean> {
  if (!related) return true
  const { relation, parent } = related
  if (relation.kind === 'OneToMany') {
    return relation.keys.every(({ from, to }) => same(parent[from], row[to]))
  }
  for (const link of storedRows(naive, relation.through)) {
    const leads =
      relation.originKeys.every(({ from, to }) => same(parent[from], link[to])) &&
      relation.foreignKeys.every(({ from, to }) => same(link[from], row[to]))
    if (leads && (await isVisible(naive, relation.through, link))) return true
  }
  return false
}

async function rowMatches(
  naive: Naive,
  collection: CollectionModel,
  row: Row,
  tree: ConditionTree | undefined,
  isTrusted: boolean,
): Promise<boolean> {
  if (!tree) return true
  if (isLeaf(tree)) return leafMatches(naive, collection, row, tree, isTrusted)
  for (const condition of tree.conditions) {
    const holds = await rowMatches(naive, collection, row, condition, isTrusted)
    if (holds === (tree.aggregator === 'Or')) return holds
  }
  return tree.aggregator === 'And'
}

/** Evaluates the operator on this field: the customer's condition, or the field's own value. */
async function leafMatches(
  naive: Naive,
  collection: CollectionModel,
  row: Row,
  leaf: Leaf,
  isTrusted: boolean,
): Promise<boolean> {
  const { relations, column } = collection.path(leaf.field)
  const owner = relations.at(-1)?.target ?? collection
  const prefix = relations.map(({ name }) => name).join(':')
  const rule = column.filter.get(leaf.operator)
  if (rule?.kind === 'imported' && column.read.kind === 'alias') {
    const field = prefix ? `${prefix}:${column.read.path}` : column.read.path
    return leafMatches(naive, collection, row, { ...leaf, field }, isTrusted)
  }
  if (rule?.kind === 'replaced') {
    const tree = await rule.replace(leaf.value, owner.context(naive.call, 'naive evaluation'))
    const nested = tree && (prefix ? nestTree(tree, prefix) : tree)
    if (nested) return rowMatches(naive, collection, row, nested, isTrusted)
  }
  const value = await pathValue(naive, collection, row, leaf.field, isTrusted)
  return evaluate({ ...leaf, field: 'value' }, { value }, () => column.columnType, naive.call)
}

/**
 * A plain word matches a text that contains it, or a number equal to it, in fields that clients
 * see.
 */
async function isFound(
  naive: Naive,
  collection: CollectionModel,
  row: Row,
  { search, searchExtended = false }: Filter,
): Promise<boolean> {
  if (search === undefined) return true
  const leaves = [...collection.view.values()].flatMap(field => {
    if (field.kind === 'Column') return searchLeaf(field, '', search)
    if (!searchExtended || (field.kind !== 'ManyToOne' && field.kind !== 'OneToOne')) return []
    return [...field.target.view.values()].flatMap(column =>
      column.kind === 'Column' ? searchLeaf(column, `${field.name}:`, search) : [],
    )
  })
  return rowMatches(naive, collection, row, { aggregator: 'Or', conditions: leaves }, false)
}

function searchLeaf({ name, columnType, filter }: ColumnModel, prefix: string, text: string) {
  const operators: Readonly<Record<string, readonly Operator[]>> = {
    String: ['IContains', 'Contains', 'Equal'],
    Number: Number.isNaN(Number(text)) ? [] : ['Equal'],
  }
  const operator = operators[String(columnType)]?.find(candidate => filter.has(candidate))
  const value = columnType === 'Number' ? Number(text) : text
  return operator ? [{ field: prefix + name, operator, value }] : []
}

async function pathValue(
  naive: Naive,
  collection: CollectionModel,
  row: Row,
  path: string,
  isTrusted: boolean,
): Promise<unknown> {
  const { relations, column } = collection.path(path)
  let current = collection
  let record: Row | null = row
  for (const relation of relations) {
    record = record && (await relatedRow(naive, current, record, relation.name, isTrusted))
    current = relation.target
  }
  return record ? columnValue(naive, current, record, column, isTrusted) : null
}

async function relatedRow(
  naive: Naive,
  collection: CollectionModel,
  row: Row,
  name: string,
  isTrusted: boolean,
): Promise<Row | null> {
  const relation = collection.fields.get(name)
  if (relation?.kind !== 'ManyToOne' && relation?.kind !== 'OneToOne') return null
  for (const candidate of byKey(naive, relation.target)) {
    const keys = await Promise.all(
      relation.keys.map(async ({ from, to }) =>
        same(await pathValue(naive, collection, row, from, isTrusted), candidate[to]),
      ),
    )
    if (!keys.every(Boolean)) continue
    if (isTrusted || (await isVisible(naive, relation.target, candidate))) return candidate
  }
  return null
}

async function columnValue(
  naive: Naive,
  collection: CollectionModel,
  row: Row,
  column: ColumnModel,
  isTrusted: boolean,
): Promise<unknown> {
  const { read } = column
  if (read.kind === 'native') return row[read.column] ?? null
  if (read.kind === 'alias') return pathValue(naive, collection, row, read.path, isTrusted)
  const record = await projectRow(naive, collection, row, read.dependencies, isTrusted)
  const values = await read.getValues([record], collection.context(naive.call, 'naive evaluation'))
  return values[0] ?? null
}

async function projectRow(
  naive: Naive,
  collection: CollectionModel,
  row: Row,
  paths: readonly string[],
  isTrusted = false,
): Promise<Row> {
  const projected: Row = {}
  for (const path of paths) {
    const [name = '', ...rest] = path.split(':')
    if (rest.length === 0) {
      projected[name] = await pathValue(naive, collection, row, name, isTrusted)
      continue
    }
    if (name in projected) continue
    const deeper = paths.filter(other => other.startsWith(`${name}:`))
    const nested = deeper.map(other => other.slice(name.length + 1))
    const related = await relatedRow(naive, collection, row, name, isTrusted)
    const field = collection.fields.get(name)
    projected[name] =
      related && field && field.kind !== 'Column'
        ? await projectRow(naive, field.target, related, nested, isTrusted)
        : null
  }
  return projected
}

function sortValues(
  naive: Naive,
  collection: CollectionModel,
  row: Row,
  sort: readonly SortClause[],
): Promise<readonly unknown[]> {
  return Promise.all(sort.map(({ field }) => pathValue(naive, collection, row, field, false)))
}

/** Returns the clauses that replace those of replaced and imported fields. */
function expandClause(collection: CollectionModel, clause: SortClause): readonly SortClause[] {
  const { relations, column } = collection.path(clause.field)
  const prefix = relations.map(({ name }) => `${name}:`).join('')
  const { sort, read } = column
  if (sort.kind === 'imported' && read.kind === 'alias') {
    return expandClause(collection, { ...clause, field: prefix + read.path })
  }
  if (sort.kind !== 'replaced') return [clause]
  return sort.clauses.flatMap(({ field, ascending }) =>
    expandClause(collection, {
      field: prefix + field,
      ascending: clause.ascending ? ascending : !ascending,
    }),
  )
}

function same(a: unknown, b: unknown): boolean {
  return a !== null && a !== undefined && a === b
}

function completed(
  collection: CollectionModel,
  sort: readonly SortClause[],
): readonly SortClause[] {
  const names = collection.primaryKey
    .map(({ name }) => name)
    .filter(name => !sort.some(({ field }) => field === name))
  return [...sort, ...names.map(field => ({ field, ascending: true }))]
}

function compareKeys(
  collection: CollectionModel,
  sort: readonly SortClause[],
  a: readonly unknown[],
  b: readonly unknown[],
): number {
  for (const [index, { field, ascending }] of sort.entries()) {
    const { columnType } = collection.path(field).column
    const order = compareValues(columnType, a[index], b[index], collection.capabilities.nulls)
    if (order !== 0) return ascending ? order : -order
  }
  return 0
}
