import {
  type Call,
  type ColumnSchema,
  evaluate,
  type GetColumnType,
  type Join,
  type Row,
  type SelectNode,
  UnknownCollectionError,
} from '@service/datasource-toolkit'
import { createKeyFormatter } from './constraints.js'
import type { Table } from './table.js'

export type Tables = ReadonlyMap<string, Table>

function requireTable(tables: Tables, name: string): Table {
  const table = tables.get(name)
  if (table) return table
  throw new UnknownCollectionError(name, tables.keys())
}

/**
 * Returns all columns of the node's rows, with the related rows nested under the names of the
 * joins.
 */
export function joinRows(tables: Tables, node: SelectNode, call: Call): readonly Row[] {
  const { rows } = requireTable(tables, node.collection)
  if (node.joins.length === 0) return rows
  const finders = node.joins.map(join => [join.as, findRelated(tables, join, call)] as const)
  return rows.map(row => {
    const joined = { ...row }
    for (const [name, find] of finders) joined[name] = find(row)
    return joined
  })
}

function findRelated(tables: Tables, join: Join, call: Call): (row: Row) => Row | null {
  const getType = createTypeLookup(tables, join.node)
  const to = join.on.map(pair => pair.to)
  const from = join.on.map(pair => pair.from)
  const formatKey = createKeyFormatter(requireTable(tables, join.node.collection), to)
  const byKey = new Map<string, Row>()
  for (const row of joinRows(tables, join.node, call)) {
    const key = formatKey(to.map(name => row[name]))
    if (key === undefined || byKey.has(key)) continue
    if (evaluate(join.where, row, getType, call)) byKey.set(key, row)
  }
  return row => {
    const key = formatKey(from.map(name => row[name]))
    return (key !== undefined && byKey.get(key)) || null
  }
}

/** Returns the types of the columns that are reachable through the joins of a node. */
export function createTypeLookup(tables: Tables, node: SelectNode): GetColumnType {
  return path => columnAt(tables, node, path.split(':'))?.columnType
}

export function columnAt(
  tables: Tables,
  node: SelectNode,
  [name = '', ...rest]: readonly string[],
): ColumnSchema | undefined {
  if (rest.length === 0) return requireTable(tables, node.collection).columns.get(name)
  const join = node.joins.find(candidate => candidate.as === name)
  return join && columnAt(tables, join.node, rest)
}

/**
 * Returns only the selected columns. A join without selected columns was used by the filter or the
 * sort.
 */
export function pickColumns(row: Row, node: SelectNode): Row {
  const picked: Row = {}
  for (const column of node.columns) picked[column] = row[column]
  for (const { as, node: related } of node.joins) {
    if (!selectsSomething(related)) continue
    const joined = row[as] as Row | null
    picked[as] = joined && pickColumns(joined, related)
  }
  return picked
}

function selectsSomething(node: SelectNode): boolean {
  return node.columns.length > 0 || node.joins.some(join => selectsSomething(join.node))
}
