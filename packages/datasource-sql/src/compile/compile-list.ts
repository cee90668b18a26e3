import type { Scan } from '@service/datasource-toolkit'
import { columnNamed, hasWholeKey, storedName, storedNames } from '../collection.js'
import { type Sql, sql } from '../sql.js'
import { compileCondition } from './condition.js'
import { aliasedTable, compileFrom, compileJoins } from './from.js'
import { columnInfoAt, type JoinTree, joinTree, treesOnTheWay } from './join-tree.js'
import { compileReference } from './json-path.js'
import { operandEncoder } from './leaf-rules.js'
import { compileAfter, compileOrder, type KeysetBound } from './order.js'
import { listPaths } from './paths.js'
import { type RowShape, selectList } from './select-list.js'
import { addCondition, addSelect, addValues, type Shape, type ShapeContext } from './shape.js'
import { and, type ParameterRef, printStatement, quoteColumn, type SqlText } from './slots.js'

/** From this many skipped rows on, the skipped rows are read by key only. */
const DEEP_PAGE = 1000

type Page = NonNullable<Scan['page']>

export interface ListShape extends Shape {
  after: readonly (KeysetBound | undefined)[] | undefined
  limit: ParameterRef | Sql | undefined
  skip: ParameterRef | Sql | undefined
  isDeep: boolean
}

export interface CompiledList extends SqlText {
  readonly row: RowShape
  /** The number of cells per row. */
  readonly width: number
}

export function listShape(context: ShapeContext, scan: Scan): ListShape {
  const shape: ListShape = {
    key: '',
    values: [],
    leaves: new Map(),
    after: undefined,
    limit: undefined,
    skip: undefined,
    isDeep: false,
  }
  addSelect(shape, context, scan.select)
  if (scan.where) {
    shape.key += 'where '
    addCondition(shape, context, scan.select, scan.where)
  }
  for (const { field, ascending } of scan.orderBy) {
    shape.key += `${ascending ? '+' : '-'}${JSON.stringify(field)}`
  }
  if (scan.after) addAfter(shape, context, scan, scan.after)
  if (scan.page) addPage(shape, scan.page)
  return shape
}

function addAfter(
  shape: ListShape,
  context: ShapeContext,
  scan: Scan,
  after: readonly unknown[],
): void {
  shape.key += 'after '
  shape.after = scan.orderBy.map(({ field }, index) => {
    const value = after[index]
    shape.key += value === null || value === undefined ? 'n' : 'v'
    if (value === null || value === undefined) return undefined
    const { dialect } = context
    const column = columnInfoAt(context.collections, scan.select, field)
    const comparison = dialect.afterComparison?.(column, value)
    if (comparison) shape.key += comparison
    const [slot] = addValues(shape, [operandEncoder(dialect, column)(value)])
    return slot && { slot, comparison }
  })
}

function addPage(shape: ListShape, page: Page): void {
  const [limit] = addValues(shape, [page.limit])
  shape.limit = limit as ParameterRef
  shape.key += 'limit'
  if (page.skip === 0) return
  const [skip] = addValues(shape, [page.skip])
  shape.skip = skip as ParameterRef
  shape.isDeep = page.skip > DEEP_PAGE
  shape.key += shape.isDeep ? 'deep' : 'skip'
}

/** Returns a shape whose limit and skip are written into the statement as constants. */
export function withPageWritten(shape: ListShape, { limit, skip }: Page): ListShape {
  return { ...shape, limit: sql.count(limit), skip: shape.skip && sql.count(skip) }
}

export function compileList(context: ShapeContext, scan: Scan, shape: ListShape): CompiledList {
  const tree = joinTree(context.collections, scan.select)
  const { columns, shape: row } = selectList(context.dialect, tree)
  const rows = compileRows(context, scan, shape, tree)
  const cells = columns.length === 0 ? [sql`1`] : columns
  const statement = sql`select ${sql.join(cells)} from ${rows}`
  return { ...printStatement(context.dialect.syntax, statement), row, width: cells.length }
}

/** Compiles what follows `from`: tables, conditions, order and page. */
export function compileRows(
  context: ShapeContext,
  scan: Scan,
  shape: ListShape,
  tree: JoinTree,
): Sql {
  const { primaryKey: keys } = tree.collection.schema
  const used = treesOnTheWay(tree, [
    ...listPaths(scan.where),
    ...scan.orderBy.map(({ field }) => field),
  ])
  if (hasWholeKey(tree.collection)) {
    if (shape.isDeep && keys.length > 0) return deepPage(context, scan, shape, tree, keys, used)
    if (shape.limit && tree.joins.length > 0 && used.size === 0) {
      return pageThenJoins(context, scan, shape, tree)
    }
  }
  return sql`${compileFrom(context.dialect, shape, tree)}${compileClauses(context, scan, shape, tree)}`
}

/** Applies the page before the joins, so that only its rows are looked up in other tables. */
function pageThenJoins(context: ShapeContext, scan: Scan, shape: ListShape, tree: JoinTree): Sql {
  const { dialect } = context
  const names = new Set([
    ...tree.select.columns,
    ...scan.orderBy.map(({ field }) => field),
    ...tree.joins.flatMap(({ join }) => join.on.map(({ from }) => from)),
  ])
  const stored = storedNames(tree.collection, names)
  const list = sql.join(stored.map(name => quoteColumn(tree.alias, name)))
  const page = sql`select ${list} from ${aliasedTable(tree)}${compileClauses(context, scan, shape, tree)}`
  const joins = compileJoins(dialect, shape, tree)
  return sql`(${page}) as ${sql.id(tree.alias)}${joins}${compileOrder(dialect, tree, scan.orderBy)}`
}

/** Finds the page by keys alone, then joins its rows back. */
function deepPage(
  context: ShapeContext,
  scan: Scan,
  shape: ListShape,
  tree: JoinTree,
  keys: readonly string[],
  used: ReadonlySet<JoinTree>,
): Sql {
  const { dialect } = context
  const keyList = sql.join(
    keys.map(key => quoteColumn(tree.alias, storedName(tree.collection, key))),
  )
  const from = compileFrom(dialect, shape, tree, node => used.has(node))
  const page = sql`select ${keyList} from ${from}${compileClauses(context, scan, shape, tree)}`
  const matches = keys.map(key => {
    const column = columnNamed(tree.collection, key)
    return sql`${compileReference(dialect, tree.alias, column)} = ${compileReference(dialect, 'k', column)}`
  })
  const joins = compileJoins(dialect, shape, tree)
  const order = compileOrder(dialect, tree, scan.orderBy)
  return sql`(${page}) as ${sql.id('k')} join ${aliasedTable(tree)} on ${and(matches)}${joins}${order}`
}

/** Compiles where, order by and limit, each with a leading space. */
function compileClauses(context: ShapeContext, scan: Scan, shape: ListShape, tree: JoinTree): Sql {
  const { dialect } = context
  const conditions = [
    ...(scan.where ? [compileCondition(dialect, shape, tree, scan.where)] : []),
    ...(shape.after ? [compileAfter(dialect, tree, scan.orderBy, shape.after)] : []),
  ]
  const where = conditions.length === 0 ? sql`` : sql` where ${sql.join(conditions, sql` and `)}`
  const order = compileOrder(dialect, tree, scan.orderBy)
  const page = shape.limit
    ? sql` ${dialect.page(shape.limit, shape.skip, scan.orderBy.length > 0)}`
    : sql``
  return sql`${where}${order}${page}`
}
