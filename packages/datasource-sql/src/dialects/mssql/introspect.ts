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
import { mapMssqlType, textLength } from './introspect-types.js'

/** Reads the `sys` catalog. */
export async function readMssqlCatalogue(
  catalogue: Catalogue,
  schemas: readonly string[] | undefined,
): Promise<CatalogueFacts> {
  const wanted = schemas ? sql`s.name in (${sql.join(schemas)})` : sql`s.name = schema_name()`
  const [schemaRows, columnRows, keys, foreignKeys] = await Promise.all([
    schemas ? catalogue.query(schemasQuery) : [],
    catalogue.query(columnsQuery(wanted)),
    catalogue.query(keysQuery(wanted)),
    catalogue.query(foreignKeysQuery(wanted)),
  ])
  // Most collations ignore letter case.
  requireSchemas(schemas, schemaRows, (a, b) => a.toLowerCase() === b.toLowerCase())
  return {
    defaultSchema: chooseDefaultSchema(columnRows[0]?.currentSchema, schemas),
    tables: tableFacts(columnRows),
    columns: columnRows.map(columnFact),
    keys,
    foreignKeys,
  }
}

interface ColumnRow {
  readonly currentSchema: string | null
  readonly schema: string
  readonly table: string
  readonly kind: string
  readonly name: string
  /** The name of an alias type, if the column has one. */
  readonly declaredType: string
  readonly type: string | null
  readonly maxLength: number
  readonly isNullable: boolean
  readonly isIdentity: boolean
  readonly isComputed: boolean
  readonly default: string | null
  /** 0 when the user lacks the privilege; null when the server does not report it. */
  readonly canSelect?: number | null
  readonly canInsert?: number | null
  readonly canUpdate?: number | null
  readonly canDelete?: number | null
}

// Schema ids below 5 and from 16384 on belong to schemas that come with the server.
const schemasQuery = sql<SchemaRow>`
  select s.name as [name],
    cast(case when s.name <> 'dbo' and (s.schema_id < 5 or s.schema_id >= 16384) then 1 else 0 end as bit)
      as [isSystem]
  from sys.schemas s
  order by s.name`

// An alias type has its own user_type_id; a base type has its system_type_id under both names.
function columnsQuery(wanted: Sql): Sql<ColumnRow> {
  return sql<ColumnRow>`
    select schema_name() as [currentSchema], s.name as [schema], o.name as [table],
      rtrim(o.type) as [kind], c.name as [name], t.name as [declaredType], b.name as [type],
      c.max_length as [maxLength], c.is_nullable as [isNullable], c.is_identity as [isIdentity],
      cast(case when c.is_computed = 1 or c.generated_always_type > 0 then 1 else 0 end as bit)
        as [isComputed],
      d.definition as [default],
      has_perms_by_name(n.name, 'OBJECT', 'SELECT', c.name, 'COLUMN') as [canSelect],
      has_perms_by_name(n.name, 'OBJECT', 'INSERT') as [canInsert],
      has_perms_by_name(n.name, 'OBJECT', 'UPDATE', c.name, 'COLUMN') as [canUpdate],
      has_perms_by_name(n.name, 'OBJECT', 'DELETE') as [canDelete]
    from sys.objects o
    join sys.schemas s on s.schema_id = o.schema_id
    cross apply (select quotename(s.name) + '.' + quotename(o.name) as name) n
    join sys.columns c on c.object_id = o.object_id
    join sys.types t on t.user_type_id = c.user_type_id
    left join sys.types b
      on b.user_type_id = c.system_type_id and b.system_type_id = c.system_type_id
    left join sys.default_constraints d on d.object_id = c.default_object_id
    where o.type in ('U', 'V') and o.is_ms_shipped = 0 and ${wanted}
    order by s.name, o.name, c.column_id`
}

function keysQuery(wanted: Sql): Sql<KeyColumnFact> {
  return sql<KeyColumnFact>`
    select s.name as [schema], o.name as [table], cast(i.index_id as varchar(12)) as [key],
      i.is_primary_key as [isPrimary], c.name as [column]
    from sys.indexes i
    join sys.objects o on o.object_id = i.object_id
    join sys.schemas s on s.schema_id = o.schema_id
    join sys.index_columns k
      on k.object_id = i.object_id and k.index_id = i.index_id and k.is_included_column = 0
    join sys.columns c on c.object_id = k.object_id and c.column_id = k.column_id
    where o.type = 'U' and o.is_ms_shipped = 0 and i.is_unique = 1 and i.has_filter = 0
      and i.is_disabled = 0 and ${wanted}
    order by s.name, o.name, i.index_id, k.key_ordinal`
}

function foreignKeysQuery(wanted: Sql): Sql<ForeignKeyColumnFact> {
  return sql<ForeignKeyColumnFact>`
    select s.name as [schema], o.name as [table], cast(f.object_id as varchar(12)) as [key],
      c.name as [column], ts.name as [targetSchema], t.name as [targetTable],
      tc.name as [targetColumn]
    from sys.foreign_keys f
    join sys.objects o on o.object_id = f.parent_object_id
    join sys.schemas s on s.schema_id = o.schema_id
    join sys.objects t on t.object_id = f.referenced_object_id
    join sys.schemas ts on ts.schema_id = t.schema_id
    join sys.foreign_key_columns k on k.constraint_object_id = f.object_id
    join sys.columns c
      on c.object_id = k.parent_object_id and c.column_id = k.parent_column_id
    join sys.columns tc
      on tc.object_id = k.referenced_object_id and tc.column_id = k.referenced_column_id
    where o.is_ms_shipped = 0 and ${wanted}
    order by s.name, o.name, f.object_id, k.constraint_column_id`
}

function tableFacts(rows: readonly ColumnRow[]): TableFact[] {
  const tables = groupBy(rows, ({ schema, table }) => JSON.stringify([schema, table]))
  return [...tables.values()].map(columns => {
    const [{ schema, table, kind, canDelete }] = columns as [ColumnRow]
    const isView = kind === 'V'
    const privileges = columns.map(readPrivileges)
    return { schema, table, isView, ...tablePrivileges(privileges, canDelete !== 0, isView) }
  })
}

const readPrivileges = ({ canSelect, canInsert, canUpdate }: ColumnRow): ColumnPrivileges => ({
  canSelect: canSelect !== 0,
  canInsert: canInsert !== 0,
  canUpdate: canUpdate !== 0,
})

function columnFact(row: ColumnRow): ColumnFact {
  const type = row.type === null ? undefined : mapMssqlType(row.type)
  // `timestamp` is the old name of rowversion, which the server writes.
  const isRowVersion = row.type === 'timestamp'
  return {
    schema: row.schema,
    table: row.table,
    name: row.name,
    declaredType: row.declaredType,
    type,
    allowNull: row.isNullable,
    isGenerated: row.isComputed || row.isIdentity || isRowVersion,
    isAutoIncrement: row.isIdentity,
    ...(row.isIdentity ? { hasDefault: true } : readDefault(row.default, type)),
    maxLength: textLength(row.type, row.maxLength),
    ...columnPrivileges(readPrivileges(row)),
  }
}
