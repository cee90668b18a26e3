import type { ConditionTree, ReadValue, Row, SelectNode } from '@service/datasource-toolkit'
import { documentChanges } from '@service/datasource-toolkit'
import { columnNamed, type SqlCollection, storedName } from '../collection.js'
import type { Dialect, MergeTree } from '../dialect.js'
import { type Sql, sql } from '../sql.js'
import { compileCondition } from './condition.js'
import { aliasedTable, quoteTable } from './from.js'
import { joinTree } from './join-tree.js'
import { addMerge } from './merge.js'
import { type RowShape, selectList } from './select-list.js'
import { addCondition, addValues, emptyShape, type Shape, type ShapeContext } from './shape.js'
import {
  everything,
  type ParameterRef,
  printStatement,
  quoteColumn,
  type SqlText,
} from './slots.js'

/** Rows that have values for the same columns. */
export interface InsertQuery {
  readonly collection: SqlCollection
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
  /** Columns whose values the statement reads from other tables. */
  readonly read?: ReadonlyMap<string, ReadValue>
}

export interface WriteQuery {
  readonly collection: SqlCollection
  readonly where: ConditionTree | undefined
  /** The values to update. Optional: the rows are deleted when it is absent. */
  readonly patch?: Row
  readonly select: SelectNode
}

interface InsertShape extends Shape {
  readonly cells: readonly (readonly ParameterRef[])[]
  /** The source of each value that the statement reads, by column. */
  readonly nodes: ReadonlyMap<string, SelectNode>
}

export interface WriteShape extends Shape {
  /** A column without a parameter keeps its value. */
  readonly assigned: readonly { readonly column: string; readonly slot: ParameterRef | undefined }[]
  readonly merged: readonly { readonly column: string; readonly patch: MergeTree }[]
}

export interface CompiledInsert extends SqlText {
  readonly row: RowShape
}

function encoded({ dialect }: ShapeContext, collection: SqlCollection, row: Row, name: string) {
  const value = row[name]
  const column = columnNamed(collection, name)
  return value === null || value === undefined ? null : dialect.encode(column)(value)
}

export function insertShape(
  context: ShapeContext,
  { collection, columns, rows, read = nowhere }: InsertQuery,
): InsertShape {
  const shape = emptyShape()
  shape.key = JSON.stringify([collection.name, rows.length, ...columns])
  const cells = rows.map(row =>
    addValues(
      shape,
      columns.map(name => encoded(context, collection, row, name)),
    ),
  )
  const nodes = new Map<string, SelectNode>()
  for (const [name, value] of read) {
    const node = { collection: value.collection, columns: [value.column], joins: [] }
    shape.key += JSON.stringify([name, value.collection, value.column])
    addCondition(shape, context, node, value.where)
    nodes.set(name, node)
  }
  return { ...shape, cells, nodes }
}

const nowhere: ReadonlyMap<string, ReadValue> = new Map()

export function compileInsert(
  context: ShapeContext,
  { collection, columns, read: values = nowhere }: InsertQuery,
  shape: InsertShape,
): CompiledInsert {
  const { dialect } = context
  const read = [...collection.columns.keys()]
  const select: SelectNode = { collection: collection.name, columns: read, joins: [] }
  const assigned = (slot: ParameterRef, index: number) => {
    const name = columns[index] as string
    const value = values.get(name)
    return value
      ? readFrom(context, shape, name, value)
      : assignedTo(dialect, collection, name, slot)
  }
  const rows = shape.cells.map(slots => sql`(${sql.join(slots.map(assigned))})`)
  const stored = (names: readonly string[]) => names.map(name => storedName(collection, name))
  const insert = dialect.insert(
    quoteTable(collection),
    stored(columns),
    rows,
    stored(read),
    stored(collection.schema.primaryKey),
  )
  return {
    ...printStatement(dialect.syntax, insert),
    row: selectList(dialect, joinTree(context.collections, select)).shape,
  }
}

function readFrom(
  { dialect, collections }: ShapeContext,
  shape: InsertShape,
  name: string,
  { column, where }: ReadValue,
): Sql {
  const tree = joinTree(collections, shape.nodes.get(name) as SelectNode)
  const condition = compileCondition(dialect, shape, tree, where)
  const stored = storedName(tree.collection, column)
  return sql`(select ${quoteColumn(tree.alias, stored)} from ${aliasedTable(tree)} where ${condition})`
}

function assignedTo(
  dialect: Dialect,
  collection: SqlCollection,
  name: string,
  slot: ParameterRef,
): Sql {
  return dialect.assigned?.(columnNamed(collection, name), slot) ?? sql`${slot}`
}

export function writeShape(
  context: ShapeContext,
  query: WriteQuery,
  shape: Shape = emptyShape(),
): WriteShape {
  const { collection, patch = {}, where, select } = query
  const columns = Object.keys(patch).filter(name => !collection.jsonPaths?.has(name))
  shape.key += JSON.stringify([collection.name, ...columns])
  const { isUnwritableValue } = context.dialect
  const assigned = columns.map(column => {
    if (isUnwritableValue?.(columnNamed(collection, column), patch[column])) {
      shape.key += `=${JSON.stringify(column)}`
      return { column, slot: undefined }
    }
    const [slot] = addValues(shape, [encoded(context, collection, patch, column)])
    return { column, slot }
  })
  const changes = documentChanges(
    collection.name,
    patch,
    name => collection.jsonPaths?.get(name)?.jsonPath,
  )
  const merged = [...changes].map(([column, document]) => {
    shape.key += JSON.stringify(column)
    return { column, patch: addMerge(shape, document) }
  })
  if (where) {
    shape.key += 'where '
    addCondition(shape, context, select, where)
  }
  return { ...shape, assigned, merged }
}

export function compileWrite(
  context: ShapeContext,
  { collection, patch, where, select }: WriteQuery,
  shape: WriteShape,
): SqlText {
  const { dialect } = context
  const tree = joinTree(context.collections, select)
  const condition = where ? compileCondition(dialect, shape, tree, where) : everything
  if (!patch) {
    return printStatement(
      dialect.syntax,
      dialect.delete(quoteTable(collection), tree.alias, condition),
    )
  }
  const changes = assignments(dialect, collection, shape, tree.alias)
  const update = dialect.update(quoteTable(collection), tree.alias, changes, condition)
  return printStatement(dialect.syntax, update)
}

export function assignments(
  dialect: Dialect,
  collection: SqlCollection,
  shape: WriteShape,
  alias: string,
): Sql {
  const stored = (name: string) => storedName(collection, name)
  const assigned = (name: string, slot: ParameterRef | undefined) => {
    const current = quoteColumn(alias, stored(name))
    if (!slot) return current
    return (
      dialect.reassigned?.(columnNamed(collection, name), current, slot) ??
      assignedTo(dialect, collection, name, slot)
    )
  }
  const merge = (name: string, patch: MergeTree) =>
    dialect.jsonPaths?.merge(columnNamed(collection, name), quoteColumn(alias, stored(name)), patch)
  return sql.join([
    ...shape.assigned.map(
      ({ column, slot }) => sql`${sql.id(stored(column))} = ${assigned(column, slot)}`,
    ),
    ...shape.merged.map(
      ({ column, patch }) => sql`${sql.id(stored(column))} = ${merge(column, patch)}`,
    ),
  ])
}
