import { expect } from 'vitest'
import { mapLeaves } from '../../condition-tree/transforms.js'
import { rewriteLeaf } from '../../equivalences/rewrite-leaf.js'
import type { ConditionTree } from '../../query.js'
import type { ColumnSchema } from '../../schema.js'
import type {
  AggregateScan,
  Call,
  CollectionSource,
  DataSource,
  Scan,
  SelectNode,
} from '../../source.js'
import { comparable, comparableGroups } from '../comparable.js'
import { expectedAggregate, expectedList } from '../expected.js'
import type { TestTable } from '../tables.js'
import { call } from './samples.js'

/** A source opened over tables. */
export interface OpenedSource {
  readonly source: DataSource
  close(): Promise<void>
}

export type OpenSource = (tables: readonly TestTable[]) => Promise<OpenedSource>

export function collectionOf(source: DataSource, name: string): CollectionSource {
  const collection = source.collections.find(candidate => candidate.name === name)
  if (!collection) {
    const names = source.collections.map(candidate => candidate.name)
    throw new Error(`The source has no collection '${name}'. It has: ${names.join(', ')}.`)
  }
  return collection
}

export function columnOf(source: DataSource, collection: string, name: string): ColumnSchema {
  const field = collectionOf(source, collection).schema.fields[name]
  if (field?.kind !== 'Column') throw new Error(`'${collection}' has no column '${name}'.`)
  return field
}

/** The same tree in the operators the source has, as the engine would ask it. */
export function inOperatorsOf(
  source: DataSource,
  node: SelectNode,
  tree: ConditionTree | undefined,
  at: Call,
): ConditionTree | undefined {
  return (
    tree &&
    mapLeaves(tree, leaf => {
      const { columnType, operators } = columnAt(source, node, leaf.field.split(':'))
      const rewritten = rewriteLeaf(leaf, columnType, operators, at)
      if (!rewritten) throw new Error(`The source cannot say ${leaf.operator} on ${leaf.field}.`)
      return rewritten
    })
  )
}

function columnAt(
  source: DataSource,
  node: SelectNode,
  [name = '', ...rest]: readonly string[],
): ColumnSchema {
  if (rest.length === 0) return columnOf(source, node.collection, name)
  const join = node.joins.find(candidate => candidate.as === name)
  if (!join) throw new Error(`The query joins no '${name}'.`)
  return columnAt(source, join.node, rest)
}

function select(source: DataSource, node: SelectNode, at: Call): SelectNode {
  return {
    ...node,
    joins: node.joins.map(join => ({
      ...join,
      node: select(source, join.node, at),
      where: inOperatorsOf(source, join.node, join.where, at),
    })),
  }
}

/** Runs a list and expects the oracle's answer. */
export async function expectList(
  source: DataSource,
  tables: readonly TestTable[],
  scan: Scan,
  at: Call = call,
): Promise<void> {
  const asked = {
    ...scan,
    select: select(source, scan.select, at),
    where: inOperatorsOf(source, scan.select, scan.where, at),
  }
  const rows = await collectionOf(source, scan.select.collection).list(asked, at)
  const expected = expectedList(tables, scan, at, source.capabilities.nulls)
  expect(comparable(rows)).toEqual(comparable(expected))
}

/** Runs an aggregate and expects the oracle's answer. */
export async function expectAggregate(
  source: DataSource,
  tables: readonly TestTable[],
  scan: AggregateScan,
  at: Call = call,
): Promise<void> {
  const asked = {
    ...scan,
    select: select(source, scan.select, at),
    where: inOperatorsOf(source, scan.select, scan.where, at),
  }
  const groups = await collectionOf(source, scan.select.collection).aggregate(asked, at)
  const expected = expectedAggregate(tables, scan, at, source.capabilities.nulls)
  const isNumeric = ['Sum', 'Avg'].includes(scan.aggregation.operation)
  expect(comparableGroups(groups, isNumeric)).toEqual(comparableGroups(expected, isNumeric))
}
