import {
  aggregateRows,
  type Call,
  type CollectionSource,
  type ConditionTree,
  compareSortKeys,
  evaluate,
  type GetColumnType,
  MissingFieldError,
  type Row,
  type Scan,
  type SourceCapabilities,
  sortKey,
  sortRows,
} from '@service/datasource-toolkit'
import { checkScan } from './check-scan.js'
import { createTypeLookup, joinRows, pickColumns, type Tables } from './join-rows.js'
import { deleteRows, insertRows, type Table, updateRows } from './table.js'

export function createCollection(
  table: Table,
  tables: Tables,
  { joins, nulls }: SourceCapabilities,
): CollectionSource {
  const ownType: GetColumnType = path => {
    const column = table.columns.get(path)
    if (!column) throw new MissingFieldError(table.name, path, table.columns.keys())
    return column.columnType
  }
  const matching = (where: ConditionTree | undefined, call: Call) => (row: Row) =>
    evaluate(where, row, ownType, call)

  return {
    name: table.name,
    schema: table.schema,

    async list(scan, call) {
      checkScan(tables, scan.select, scan.where, joins)
      const getType = createTypeLookup(tables, scan.select)
      const rows = joinRows(tables, scan.select, call).filter(
        row => evaluate(scan.where, row, getType, call) && comesAfter(row, scan, getType, nulls),
      )
      const { skip = 0, limit = Number.POSITIVE_INFINITY } = scan.page ?? {}
      return sortRows(rows, scan.orderBy, getType, nulls)
        .slice(skip, skip + limit)
        .map(row => pickColumns(row, scan.select))
    },

    async aggregate(scan, call) {
      checkScan(tables, scan.select, scan.where, joins)
      const getType = createTypeLookup(tables, scan.select)
      const rows = joinRows(tables, scan.select, call).filter(row =>
        evaluate(scan.where, row, getType, call),
      )
      return aggregateRows(rows, scan.aggregation, getType, call, scan.limit, nulls)
    },

    async create(rows) {
      return insertRows(table, rows).map(row => ({ ...row }))
    },

    async update(where, patch, call) {
      return updateRows(table, matching(where, call), patch)
    },

    async delete(where, call) {
      return deleteRows(table, matching(where, call))
    },
  }
}

function comesAfter(
  row: Row,
  { after, orderBy }: Scan,
  getType: GetColumnType,
  nulls: SourceCapabilities['nulls'],
): boolean {
  return !after || compareSortKeys(sortKey(row, orderBy), after, orderBy, getType, nulls) > 0
}
