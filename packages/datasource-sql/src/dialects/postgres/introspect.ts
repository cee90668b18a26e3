import type { Catalogue } from '../../database.js'
import type {
  CatalogueFacts,
  ColumnFact,
  ForeignKeyColumnFact,
  KeyColumnFact,
  TableFact,
} from '../../introspect/catalogue-facts.js'
import {
  chooseDefaultSchema,
  requireSchemas,
  type SchemaRow,
} from '../../introspect/default-schema.js'
import { groupBy } from '../../introspect/group-by.js'
import {
  type ColumnPrivileges,
  columnPrivileges,
  tablePrivileges,
} from '../../introspect/privileges.js'
import { readDefault } from '../../introspect/read-default.js'
import { type Sql, sql } from '../../sql.js'
import { mapPostgresType, type PostgresType } from './introspect-types.js'

/** Reads pg_catalog, because information_schema hides types and is many times slower. */
export async function readPostgresCatalogue(
  catalogue: Catalogue,
  schemas: readonly string[] | undefined,
): Promise<CatalogueFacts> {
  const isWanted = schemas
    ? sql`n.nspname in (${sql.join(schemas)})`
    : sql`n.nspname = current_schema()`
  if (schemas) requireSchemas(schemas, await catalogue.query(schemasQuery))
  // Two connections: opening a third takes longer than the queries it would run.
  const [[tableRows, columnRows], [typeRows, keyRows, foreignKeyRows]] = await Promise.all([
    readInTurn(catalogue, [tablesQuery(isWanted), columnsQuery(isWanted)]),
    readInTurn(catalogue, [typesQuery, keysQuery(isWanted), foreignKeysQuery(isWanted)]),
  ])
  const types = new Map(typeRows.map(type => [type.id, type]))
  const tables = namedTables(tableRows, columnRows)
  return {
    defaultSchema: chooseDefaultSchema(tableRows[0]?.currentSchema, schemas),
    tables: [...tables.values()],
    columns: columnRows.flatMap(row => columnFact(row, tables, types)),
    keys: keyRows.flatMap(row => keyFacts(row, tables)),
    foreignKeys: foreignKeyRows.flatMap(row => foreignKeyFacts(row, tables)),
  }
}

type RowsOf<Queries> = {
  [Index in keyof Queries]: Queries[Index] extends Sql<infer R> ? R[] : never
}

async function readInTurn<const Queries extends readonly Sql<object>[]>(
  catalogue: Catalogue,
  queries: Queries,
): Promise<RowsOf<Queries>> {
  const results: object[][] = []
  for (const query of queries) results.push(await catalogue.query(query))
  return results as RowsOf<Queries>
}

interface TableRow {
  readonly currentSchema: string | null
  readonly tableId: string
  readonly schema: string
  readonly table: string
  readonly kind: string
  readonly hasTriggers: boolean
  readonly hasInheritors: boolean
  readonly canDelete: boolean
}

interface ColumnRow extends ColumnPrivileges {
  readonly tableId: string
  readonly number: number
  readonly name: string
  readonly typeId: string
  readonly declaredType: string
  readonly typeModifier: number
  readonly isNotNull: boolean
  readonly identity: string
  readonly generated: string
  readonly default: string | null
  readonly hasLooseCollation: boolean
}

interface KeyRow {
  readonly tableId: string
  readonly key: string
  readonly isPrimary: boolean
  /** Numbers of its columns, `2 1`; 0 for an expression. */
  readonly columns: string
  /** How many of them are key columns; the others are only included. */
  readonly length: number
}

interface ForeignKeyRow {
  readonly tableId: string
  readonly key: string
  readonly targetId: string
  /** Numbers of its columns, `{2,1}`. */
  readonly columns: string
  readonly targetColumns: string
}

/** A table with the names of its columns by number. */
interface NamedTable extends TableFact {
  readonly columnNames: Map<number, string>
}

const schemasQuery = sql<SchemaRow>`
  select n.nspname::text as "name",
    n.nspname = 'information_schema' or starts_with(n.nspname::text, 'pg_') as "isSystem"
  from pg_catalog.pg_namespace n
  order by n.nspname`

/** Partitions are read through their parent; tables of an extension are not the customer's data. */
function wantedTables(isWanted: Sql): Sql {
  return sql`
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition and ${isWanted}
      and pg_catalog.has_schema_privilege(n.oid, 'usage')
      and not exists (
        select from pg_catalog.pg_depend e
        where e.classid = 'pg_catalog.pg_class'::regclass and e.objid = c.oid and e.deptype = 'e'
      )`
}

function tablesQuery(isWanted: Sql): Sql<TableRow> {
  return sql<TableRow>`
    select current_schema()::text as "currentSchema", c.oid::text as "tableId",
      n.nspname::text as "schema", c.relname::text as "table", c.relkind::text as "kind",
      c.relkind = 'f' or c.relhasrules or exists (
        select from pg_catalog.pg_trigger g where g.tgrelid = c.oid and not g.tgisinternal
      ) as "hasTriggers",
      c.relkind <> 'p' and exists (
        select from pg_catalog.pg_inherits h where h.inhparent = c.oid
      ) as "hasInheritors",
      pg_catalog.has_table_privilege(c.oid, 'delete') as "canDelete"
    ${wantedTables(isWanted)}
    order by n.nspname, c.relname`
}

/** A privilege on a table applies to each column, so most columns need no check of their own. */
function columnsQuery(isWanted: Sql): Sql<ColumnRow> {
  return sql<ColumnRow>`
    with wanted as materialized (
      select c.oid, pg_catalog.has_table_privilege(c.oid, 'select') as "canSelect",
        pg_catalog.has_table_privilege(c.oid, 'insert') as "canInsert",
        pg_catalog.has_table_privilege(c.oid, 'update') as "canUpdate"
      ${wantedTables(isWanted)}
    )
    select a.attrelid::text as "tableId",
      a.attnum as "number", a.attname::text as "name", a.atttypid::text as "typeId",
      pg_catalog.format_type(a.atttypid, a.atttypmod) as "declaredType",
      a.atttypmod as "typeModifier", a.attnotnull as "isNotNull",
      a.attidentity::text as "identity", a.attgenerated::text as "generated",
      case when a.atthasdef then pg_catalog.pg_get_expr(d.adbin, d.adrelid) end as "default",
      -- As JSON: PostgreSQL 11 has no such column. Nearly all columns have no collation, or the default one.
      a.attcollation not in (0, 100) and exists (
        select from pg_catalog.pg_collation l where l.oid = a.attcollation
          and pg_catalog.to_jsonb(l) ->> 'collisdeterministic' = 'false'
      ) as "hasLooseCollation",
      w."canSelect" or pg_catalog.has_column_privilege(w.oid, a.attnum, 'select') as "canSelect",
      w."canInsert" or pg_catalog.has_column_privilege(w.oid, a.attnum, 'insert') as "canInsert",
      w."canUpdate" or pg_catalog.has_column_privilege(w.oid, a.attnum, 'update') as "canUpdate"
    from wanted w
    join pg_catalog.pg_attribute a on a.attrelid = w.oid and a.attnum > 0 and not a.attisdropped
    left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    order by a.attrelid, a.attnum`
}

/** Base, domain and enum types, and arrays of them. */
const typesQuery = sql<PostgresType>`
  select t.oid::text as "id", t.typname::text as "name", t.typtype::text as "kind",
    pg_catalog.format_type(t.oid, null) as "databaseType",
    nullif(t.typbasetype, 0)::text as "baseId", t.typtypmod as "typeModifier",
    t.typnotnull as "isNotNull", t.typdefault as "default",
    case when e.oid is not null then e.oid::text end as "elementId",
    case when t.typtype = 'e' then (
      select pg_catalog.json_agg(l.enumlabel order by l.enumsortorder)::text
      from pg_catalog.pg_enum l where l.enumtypid = t.oid
    ) end as "labels"
  from pg_catalog.pg_type t
  left join pg_catalog.pg_type e on e.oid = t.typelem and e.typarray = t.oid
  where t.typtype in ('b', 'd', 'e') and (e.oid is null or e.typtype in ('b', 'd', 'e'))`

/**
 * Includes the unique indexes of constraints. A partial index does not guarantee uniqueness of all
 * rows.
 */
function keysQuery(isWanted: Sql): Sql<KeyRow> {
  return sql<KeyRow>`
    select i.indrelid::text as "tableId", i.indexrelid::text as "key",
      i.indisprimary as "isPrimary", i.indkey::text as "columns", i.indnkeyatts as "length"
    from pg_catalog.pg_index i
    join pg_catalog.pg_class c on c.oid = i.indrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where i.indisunique and i.indisvalid and i.indpred is null and ${isWanted}
    order by i.indexrelid`
}

/** Leaves out constraints of partitions that repeat one of the parent table. */
function foreignKeysQuery(isWanted: Sql): Sql<ForeignKeyRow> {
  return sql<ForeignKeyRow>`
    select f.conrelid::text as "tableId", f.oid::text as "key", f.confrelid::text as "targetId",
      f.conkey::text as "columns", f.confkey::text as "targetColumns"
    from pg_catalog.pg_constraint f
    join pg_catalog.pg_class c on c.oid = f.conrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where f.contype = 'f' and f.conparentid = 0 and ${isWanted}
    order by f.oid`
}

function namedTables(
  rows: readonly TableRow[],
  columnRows: readonly ColumnRow[],
): ReadonlyMap<string, NamedTable> {
  const columnsByTable = groupBy(columnRows, row => row.tableId)
  return new Map(
    rows.map(({ tableId, schema, table, kind, hasTriggers, hasInheritors, canDelete }) => {
      const isView = kind === 'v' || kind === 'm'
      const columns = columnsByTable.get(tableId) ?? []
      const named: NamedTable = {
        schema,
        table,
        isView,
        hasTriggers: hasTriggers && !isView,
        hasInheritors,
        ...tablePrivileges(columns, canDelete, isView),
        columnNames: new Map(columns.map(({ number, name }) => [number, name])),
      }
      return [tableId, named]
    }),
  )
}

function keyFacts(row: KeyRow, tables: ReadonlyMap<string, NamedTable>): KeyColumnFact[] {
  const owner = tables.get(row.tableId)
  if (!owner) return []
  const { schema, table, columnNames } = owner
  const { key, isPrimary } = row
  return numbersIn(row.columns)
    .slice(0, row.length)
    .map(number => ({ schema, table, key, isPrimary, column: columnNames.get(number) ?? null }))
}

function foreignKeyFacts(
  row: ForeignKeyRow,
  tables: ReadonlyMap<string, NamedTable>,
): ForeignKeyColumnFact[] {
  const owner = tables.get(row.tableId)
  const target = tables.get(row.targetId)
  if (!owner || !target) return []
  const targetNumbers = numbersIn(row.targetColumns)
  return numbersIn(row.columns).map((number, index) => ({
    schema: owner.schema,
    table: owner.table,
    key: row.key,
    column: owner.columnNames.get(number) ?? null,
    targetSchema: target.schema,
    targetTable: target.table,
    targetColumn: target.columnNames.get(targetNumbers[index] ?? 0) ?? null,
  }))
}

function numbersIn(text: string): number[] {
  return (text.match(/\d+/g) ?? []).map(Number)
}

function columnFact(
  row: ColumnRow,
  tables: ReadonlyMap<string, NamedTable>,
  types: ReadonlyMap<string, PostgresType>,
): ColumnFact[] {
  const owner = tables.get(row.tableId)
  // The table was created between the two queries.
  if (!owner) return []
  const mapped = mapPostgresType(row.typeId, row.typeModifier, types)
  const isIdentity = row.identity !== ''
  const isSequence = row.default?.startsWith('nextval(') ?? false
  const isComputed = row.generated !== ''
  const ownDefault = isComputed ? null : (row.default ?? mapped.default)
  return [
    {
      schema: owner.schema,
      table: owner.table,
      name: row.name,
      declaredType: row.declaredType,
      type: mapped.type,
      allowNull: !row.isNotNull && !mapped.isNotNull,
      isGenerated: isComputed || row.identity === 'a',
      isAutoIncrement: isIdentity || isSequence,
      ...(isIdentity ? { hasDefault: true } : readDefault(ownDefault, mapped.type)),
      maxLength: mapped.maxLength,
      ...(row.hasLooseCollation && { hasLooseCollation: true as const }),
      ...columnPrivileges(row),
    },
  ]
}
