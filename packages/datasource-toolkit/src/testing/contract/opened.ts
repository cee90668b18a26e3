import { expect } from 'vitest'
import type { AggregateScan, Call, DataSource, Row, Scan, SelectNode } from '../../source.js'
import { adaptScan, requireCollection } from '../adapt-scan.js'
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

/** Runs a list and expects the result of the reference evaluator. */
export async function expectList(
  source: DataSource,
  tables: readonly TestTable[],
  scan: Scan,
  at: Call = call,
): Promise<void> {
  const collection = requireCollection(source, scan.select.collection)
  const rows = await collection.list(adaptScan(source, scan, at), at)
  const expected = expectedList(tables, scan, at, source.capabilities.nulls)
  expect(comparable(rows)).toEqual(comparable(expected))
  if (!collection.listCells) return
  const cells = await collection.listCells(adaptScan(source, scan, at), at)
  expect(withNumbersAsText(cells)).toEqual(
    withNumbersAsText(expected.map(row => toCells(row, scan.select))),
  )
}

/** Returns what `listCells` returns for a row. */
function toCells(row: Row | null | undefined, { columns, joins }: SelectNode): unknown[] {
  const own = columns.map(name => row?.[name] ?? null)
  const joined = joins.map(({ as, node }) => toCells(row?.[as] as Row | null | undefined, node))
  return [...own, ...joined.flat()]
}

const withNumbersAsText = (rows: readonly unknown[][]) =>
  rows.map(cells => cells.map(cell => (typeof cell === 'number' ? `${cell}` : comparable(cell))))

/** Runs an aggregate and expects the result of the reference evaluator. */
export async function expectAggregate(
  source: DataSource,
  tables: readonly TestTable[],
  scan: AggregateScan,
  at: Call = call,
): Promise<void> {
  const collection = requireCollection(source, scan.select.collection)
  const groups = await collection.aggregate(adaptScan(source, scan, at), at)
  const expected = expectedAggregate(tables, scan, at, source.capabilities.nulls)
  const isNumeric = ['Sum', 'Avg'].includes(scan.aggregation.operation)
  expect(comparableGroups(groups, isNumeric)).toEqual(comparableGroups(expected, isNumeric))
}
