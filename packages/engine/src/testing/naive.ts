import type {
  Aggregation,
  ConditionTree,
  Group,
  Row,
  SortClause,
} from '@service/datasource-toolkit'
import { aggregateRows, compareValues, evaluate, isLeaf } from '@service/datasource-toolkit'
import type { CollectionModel, ColumnModel } from '../model/model.js'
import type { EngineCall, Filter, ListQuery } from '../query.js'

/** All stored rows, by collection. */
export type Stored = ReadonlyMap<string, readonly Row[]>

/**
 * The slow, obvious reading of a model: one record and one path at a time, no plan. Relations and
 * computed fields are followed where they are met.
 */
export class Naive {
  readonly #stored: Stored
  readonly #call: EngineCall

  constructor(stored: Stored, call: EngineCall) {
    this.#stored = stored
    this.#call = call
  }

  async list(query: ListQuery): Promise<Row[]> {
    const { collection, page, after, projection } = query
    const sort = completed(collection, query.sort)
    const matching = await this.matching(collection, query.filter)
    const keyed = await Promise.all(
      matching.map(async row => ({ row, key: await this.#values(collection, row, sort) })),
    )
    const compare = (a: readonly unknown[], b: readonly unknown[]) =>
      compareKeys(collection, sort, a, b)
    const ordered = keyed
      .filter(({ key }) => !after || compare(key, after) > 0)
      .sort((a, b) => compare(a.key, b.key))
    const cut = page ? ordered.slice(page.skip, page.skip + page.limit) : ordered
    return Promise.all(cut.map(({ row }) => this.#project(collection, row, projection)))
  }

  async aggregate(
    collection: CollectionModel,
    filter: Filter,
    aggregation: Aggregation,
    limit?: number,
  ): Promise<Group[]> {
    const { field, groups = [] } = aggregation
    const paths = [...(field === undefined ? [] : [field]), ...groups.map(group => group.field)]
    const matching = await this.matching(collection, filter)
    const rows = await Promise.all(matching.map(row => this.#project(collection, row, paths)))
    const typeOf = (path: string) => collection.path(path).column.columnType
    const { nulls } = collection.capabilities
    return aggregateRows(rows, aggregation, typeOf, this.#call, limit, nulls)
  }

  async matching(collection: CollectionModel, filter: Filter): Promise<Row[]> {
    const context = { timezone: this.#call.timezone }
    const segment = filter.segment && collection.segments.get(filter.segment)
    const segmentTree = segment ? await segment.conditionTree(context) : undefined
    const found: Row[] = []
    for (const row of this.#rows(collection)) {
      const holds =
        (await this.#isInScope(collection, row)) &&
        (await this.#matches(collection, row, filter.conditionTree, false)) &&
        (await this.#matches(collection, row, segmentTree, false)) &&
        (await this.#isRelated(row, filter.related))
      if (holds) found.push(row)
    }
    return found
  }

  #rows({ name }: CollectionModel): readonly Row[] {
    return this.#stored.get(name) ?? []
  }

  /** A scope sees all rows of the relations it goes through. */
  #isInScope(collection: CollectionModel, row: Row): Promise<boolean> {
    return this.#matches(collection, row, this.#call.scopeOf?.(collection), true)
  }

  async #isRelated(row: Row, related: Filter['related']): Promise<boolean> {
    if (!related) return true
    const { relation, parent } = related
    if (relation.kind === 'OneToMany') {
      return relation.keys.every(({ from, to }) => same(parent[from], row[to]))
    }
    for (const link of this.#rows(relation.through)) {
      const leads =
        relation.originKeys.every(({ from, to }) => same(parent[from], link[to])) &&
        relation.foreignKeys.every(({ from, to }) => same(link[from], row[to]))
      if (leads && (await this.#isInScope(relation.through, link))) return true
    }
    return false
  }

  async #matches(
    collection: CollectionModel,
    row: Row,
    tree: ConditionTree | undefined,
    isTrusted: boolean,
  ): Promise<boolean> {
    if (!tree) return true
    if (isLeaf(tree)) {
      const value = await this.#value(collection, row, tree.field, isTrusted)
      const { columnType } = collection.path(tree.field).column
      return evaluate({ ...tree, field: 'value' }, { value }, () => columnType, this.#call)
    }
    for (const condition of tree.conditions) {
      const holds = await this.#matches(collection, row, condition, isTrusted)
      if (holds === (tree.aggregator === 'Or')) return holds
    }
    return tree.aggregator === 'And'
  }

  async #value(
    collection: CollectionModel,
    row: Row,
    path: string,
    isTrusted: boolean,
  ): Promise<unknown> {
    const { relations, column } = collection.path(path)
    let current = collection
    let record: Row | null = row
    for (const relation of relations) {
      record = record && (await this.#related(current, record, relation.name, isTrusted))
      current = relation.target
    }
    return record ? this.#columnValue(current, record, column) : null
  }

  async #related(
    collection: CollectionModel,
    row: Row,
    name: string,
    isTrusted: boolean,
  ): Promise<Row | null> {
    const relation = collection.fields.get(name)
    if (relation?.kind !== 'ManyToOne' && relation?.kind !== 'OneToOne') return null
    for (const candidate of this.#rows(relation.target)) {
      const keys = await Promise.all(
        relation.keys.map(async ({ from, to }) =>
          same(await this.#value(collection, row, from, false), candidate[to]),
        ),
      )
      if (!keys.every(Boolean)) continue
      if (isTrusted || (await this.#isInScope(relation.target, candidate))) return candidate
    }
    return null
  }

  async #columnValue(collection: CollectionModel, row: Row, column: ColumnModel): Promise<unknown> {
    const { read } = column
    if (read.kind === 'native') return row[read.column] ?? null
    if (read.kind === 'alias') return this.#value(collection, row, read.path, false)
    const record = await this.#project(collection, row, read.dependencies)
    const values = await read.getValues([record], { timezone: this.#call.timezone })
    return values[0] ?? null
  }

  async #project(collection: CollectionModel, row: Row, paths: readonly string[]): Promise<Row> {
    const projected: Row = {}
    for (const path of paths) {
      const [name = '', ...rest] = path.split(':')
      if (rest.length === 0) {
        projected[name] = await this.#value(collection, row, name, false)
        continue
      }
      if (name in projected) continue
      const deeper = paths.filter(other => other.startsWith(`${name}:`))
      const nested = deeper.map(other => other.slice(name.length + 1))
      const related = await this.#related(collection, row, name, false)
      const field = collection.fields.get(name)
      projected[name] =
        related && field && field.kind !== 'Column'
          ? await this.#project(field.target, related, nested)
          : null
    }
    return projected
  }

  #values(
    collection: CollectionModel,
    row: Row,
    sort: readonly SortClause[],
  ): Promise<readonly unknown[]> {
    return Promise.all(sort.map(({ field }) => this.#value(collection, row, field, false)))
  }
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
