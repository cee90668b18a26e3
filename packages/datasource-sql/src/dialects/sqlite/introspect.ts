import type { Catalogue } from '../../database.js'
import type {
  CatalogueFacts,
  ColumnFact,
  ForeignKeyColumnFact,
  KeyColumnFact,
  TableFact,
} from '../../introspect/catalogue-facts.js'
import { refuseSchemas } from '../../introspect/default-schema.js'
import { groupBy } from '../../introspect/group-by.js'
import { readDefault } from '../../introspect/read-default.js'
import { sql } from '../../sql.js'
import { mapSqliteType } from './introspect-types.js'

/** Reads the pragma functions, joined so that one query covers all tables. */
export async function readSqliteCatalogue(
  catalogue: Catalogue,
  schemas: readonly string[] | undefined,
): Promise<CatalogueFacts> {
  refuseSchemas(schemas, 'SQLite')
  const [columnRows, uniqueKeys, foreignKeyRows] = await Promise.all([
    catalogue.query(columnsQuery),
    catalogue.query(uniqueKeysQuery),
    catalogue.query(foreignKeysQuery),
  ])
  const rowsByTable = groupBy(columnRows, row => row.table)
  return {
    tables: [...rowsByTable].map(tableFact),
    columns: [...rowsByTable.values()].flatMap(columnFacts),
    keys: [
      ...[...rowsByTable.values()].flatMap(primaryKeyFacts),
      ...uniqueKeys.map(key => ({ ...key, isPrimary: false })),
    ],
    foreignKeys: foreignKeyFacts(foreignKeyRows, rowsByTable),
  }
}

interface ColumnRow {
  readonly table: string
  readonly kind: string
  readonly isWithoutRowId: number
  readonly hasTriggers: number
  /** Null for a view that references a missing table. */
  readonly name: string | null
  readonly type: string
  readonly isNotNull: number
  readonly default: string | null
  /** Position in the primary key; 0 when it is not part of it. */
  readonly keyPosition: number
  /** 0 ordinary, 1 hidden, 2 and 3 computed. */
  readonly hidden: number
}

interface ForeignKeyRow {
  readonly table: string
  readonly key: number
  readonly position: number
  readonly column: string
  readonly targetTable: string
  /** Null when the foreign key references the primary key of the target. */
  readonly targetColumn: string | null
}

const tables = sql`
  (select name, type, wr, ncol from pragma_table_list
   where schema = 'main' and type in ('table', 'view', 'virtual') and name not glob 'sqlite_*')`

// Reading the columns of a view on a missing table, or of a virtual table whose module is not
// loaded, would fail the whole query. Columns of virtual tables have no types anyway.
const columnsQuery = sql<ColumnRow>`
  select t.name as "table", t.type as "kind", t.wr as "isWithoutRowId",
    exists (
      select 1 from sqlite_schema g
      where g.type = 'trigger' and g.tbl_name = t.name collate nocase
    ) as "hasTriggers", c.name as "name",
    c.type as "type", c."notnull" as "isNotNull", c.dflt_value as "default", c.pk as "keyPosition",
    c.hidden as "hidden"
  from ${tables} t
  left join pragma_table_xinfo(case when t.ncol > 0 and t.type <> 'virtual' then t.name end) c
  order by t.name, c.cid`

const uniqueKeysQuery = sql<Omit<KeyColumnFact, 'isPrimary'>>`
  select t.name as "table", i.name as "key", c.name as "column"
  from ${tables} t
  join pragma_index_list(t.name) i
  join pragma_index_info(i.name) c
  where t.type = 'table' and i."unique" = 1 and i.partial = 0 and i.origin <> 'pk'
  order by t.name, i.seq desc, c.seqno`

const foreignKeysQuery = sql<ForeignKeyRow>`
  select t.name as "table", f.id as "key", f.seq as "position", f."from" as "column",
    f."table" as "targetTable", f."to" as "targetColumn"
  from ${tables} t
  join pragma_foreign_key_list(t.name) f
  where t.type = 'table'
  order by t.name, f.id desc, f.seq`

function tableFact([table, rows]: [string, ColumnRow[]]): TableFact {
  const [row] = rows
  const isView = row?.kind === 'view'
  return { table, isView, hasTriggers: row?.hasTriggers === 1 && !isView }
}

function columnFacts(rows: readonly ColumnRow[]): ColumnFact[] {
  const rowId = rowIdColumn(rows)
  return rows.flatMap((row): ColumnFact[] => {
    if (row.name === null || row.hidden === 1) return []
    const type = mapSqliteType(row.type, row.kind === 'view')
    const isAutoIncrement = row.name === rowId
    return [
      {
        table: row.table,
        name: row.name,
        declaredType: row.type,
        type,
        allowNull: row.isNotNull === 0 && row.keyPosition === 0,
        // https://sqlite.org/lang_createtable.html#the_primary_key: only these keys reject null.
        ...(row.keyPosition > 0 &&
          row.isNotNull === 0 &&
          row.isWithoutRowId === 0 &&
          !isAutoIncrement && { mayHoldNull: true }),
        isGenerated: row.hidden > 1,
        isAutoIncrement,
        ...(isAutoIncrement ? { hasDefault: true } : readDefault(row.default, type)),
      },
    ]
  })
}

/** `integer primary key` is an alias of the row id, which SQLite generates. */
function rowIdColumn(rows: readonly ColumnRow[]): string | undefined {
  const [key, ...others] = rows.filter(row => row.keyPosition > 0)
  const isRowId =
    key?.type.toUpperCase() === 'INTEGER' && others.length === 0 && key.isWithoutRowId === 0
  return isRowId ? (key.name ?? undefined) : undefined
}

function primaryKey(rows: readonly ColumnRow[]): ColumnRow[] {
  return rows.filter(row => row.keyPosition > 0).toSorted((a, b) => a.keyPosition - b.keyPosition)
}

function primaryKeyFacts(rows: readonly ColumnRow[]): KeyColumnFact[] {
  return primaryKey(rows).map(({ table, name }) => ({
    table,
    key: 'primary key',
    isPrimary: true,
    column: name,
  }))
}

/**
 * SQLite stores a foreign key as it was written: letter case may differ, and its target may not
 * exist.
 */
function foreignKeyFacts(
  rows: readonly ForeignKeyRow[],
  rowsByTable: ReadonlyMap<string, ColumnRow[]>,
): ForeignKeyColumnFact[] {
  const tablesByName = new Map([...rowsByTable].map(([table, columns]) => [fold(table), columns]))
  return rows.map(row => {
    const target = tablesByName.get(fold(row.targetTable)) ?? []
    return {
      table: row.table,
      key: String(row.key),
      column: row.column,
      targetTable: target[0]?.table ?? row.targetTable,
      targetColumn: targetColumn(row, target)?.name ?? null,
    }
  })
}

function targetColumn(
  { targetColumn, position }: ForeignKeyRow,
  target: readonly ColumnRow[],
): ColumnRow | undefined {
  if (targetColumn === null) return primaryKey(target)[position]
  return target.find(({ name }) => name !== null && fold(name) === fold(targetColumn))
}

function fold(name: string): string {
  return name.toLowerCase()
}
