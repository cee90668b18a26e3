import type { ConditionTree, Row, SelectNode } from '@service/datasource-toolkit'
import { type SqlCollection, storedNames } from '../collection.js'
import type { Dialect } from '../dialect.js'
import { sql } from '../sql.js'
import { assignments, type WriteShape, writeShape } from './compile-write.js'
import { compileCondition } from './condition.js'
import { compileJoins, quoteTable } from './from.js'
import { joinTree } from './join-tree.js'
import { listPaths } from './paths.js'
import { type RowShape, selectList } from './select-list.js'
import { addSelect, emptyShape, type ShapeContext } from './shape.js'
import { everything, printStatement, type SqlText } from './slots.js'

export interface UpdateAndListQuery {
  readonly collection: SqlCollection
  readonly where: ConditionTree | undefined
  readonly patch: Row
  readonly select: SelectNode
}

export interface CompiledUpdateAndList extends SqlText {
  readonly row: RowShape
  /** The index of the cell that is null when the row no longer matches. */
  readonly match: number
}

export function updateAndListShape(context: ShapeContext, query: UpdateAndListQuery): WriteShape {
  const shape = emptyShape()
  addSelect(shape, context, query.select)
  return writeShape(context, query, shape)
}

/** Compiles the update in a with clause, whose rows are joined under the alias of their table. */
export function compileUpdateAndList(
  context: ShapeContext,
  updateReturning: NonNullable<Dialect['updateReturning']>,
  { collection, where, select }: UpdateAndListQuery,
  shape: WriteShape,
): CompiledUpdateAndList {
  const { dialect } = context
  const tree = joinTree(context.collections, select)
  const condition = where ? compileCondition(dialect, shape, tree, where) : everything
  const update = updateReturning(
    quoteTable(collection),
    tree.alias,
    assignments(dialect, collection, shape, tree.alias),
    condition,
    readColumns(collection, select, where),
  )
  const { columns, shape: row } = selectList(dialect, tree)
  const cells = sql.join([...columns, sql`case when ${condition} then 1 end`])
  const from = sql`${sql.id('u')} as ${sql.id(tree.alias)}${compileJoins(dialect, shape, tree)}`
  const statement = sql`with ${sql.id('u')} as (${update}) select ${cells} from ${from}`
  return { ...printStatement(dialect.syntax, statement), row, match: columns.length }
}

/**
 * Returns the columns of the updated table that are selected, used in joins or compared; at least
 * one.
 */
function readColumns(
  collection: SqlCollection,
  select: SelectNode,
  where: ConditionTree | undefined,
): readonly string[] {
  const keys = select.joins.flatMap(join => join.on.map(({ from }) => from))
  const read = storedNames(collection, [...select.columns, ...keys, ...listPaths(where)])
  return read.length > 0
    ? read
    : storedNames(collection, [...collection.columns.keys()].slice(0, 1))
}
