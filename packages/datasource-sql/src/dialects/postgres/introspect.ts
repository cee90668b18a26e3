import { type RawBuilder, sql } from 'kysely'
import type { Catalogue } from '../../database.js'
import type {
  CatalogueFacts,
  ColumnFact,
  ForeignKeyColumnFact,
  KeyColumnFact,
  TableFact,
} from '../../introspect/catalogue-facts.js'
import { defaultSchemaOf } from '../../introspect/default-schema.js'
import { readDefault } from '../../introspect/read-default.js'
import { mapPostgresType, type PostgresType } from './introspect-types.js'

/** Reads pg_catalog: information_schema hides types and is many times slower. */
export async function readPostgresCatalogue(
  catalogue: Catalogue,
  schemas: readonly string[] | undefined,
): Promise<CatalogueFacts> {
  const relations = relationsIn(schemas)
  const [columnRows, typeRows, keys, foreignKeys] = await Promise.all([
    catalogue.query(columnsQuery(relations)),
    catalogue.query(typesQuery),
    catalogue.query(keysQuery(relations)),
    catalogue.query(foreignKeysQuery(relations)),
  ])
  const types = new Map(typeRows.map(type => [type.id, type]))
  return {
    defaultSchema: defaultSchemaOf(columnRows[0]?.currentSchema, schemas),
    tables: tableFacts(columnRows),
    columns: columnRows.flatMap(row => columnFact(row, types)),
    keys,
    foreignKeys,
  }
}

interface ColumnRow {
  readonly currentSchema: string | null
  readonly schema: string
  readonly table: string
  readonly kind: string
  /** Null for a table without columns. */
  readonly name: string | null
  readonly typeId: string
  readonly declaredType: string
  readonly typeModifier: number
  readonly isNotNull: boolean
  readonly identity: string
  readonly generated: string
  readonly default: string | null
}

/**
 * What the user may read, as information_schema would have it. Partitions are read through their
 * parent; what an extension owns is not the customer's data.
 */
function relationsIn(schemas: readonly string[] | undefined): RawBuilder<object> {
  const wanted = schemas
    ? sql`n.nspname in (${sql.join(schemas)})`
    : sql`n.nspname = current_schema()`
  return sql`
    select c.oid, c.relname, c.relkind, n.nspname
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition and ${wanted}
      and pg_catalog.has_schema_privilege(n.oid, 'usage')
      and pg_catalog.has_any_column_privilege(c.oid, 'select')
      and not exists (
        select from pg_catalog.pg_depend d
        where d.classid = 'pg_catalog.pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
      )`
}

function columnsQuery(relations: RawBuilder<object>): RawBuilder<ColumnRow> {
  return sql<ColumnRow>`
    select current_schema()::text as "currentSchema", r.nspname::text as "schema",
      r.relname::text as "table", r.relkind::text as "kind", a.attname::text as "name",
      a.atttypid::text as "typeId",
      pg_catalog.format_type(a.atttypid, a.atttypmod) as "declaredType",
      a.atttypmod as "typeModifier", a.attnotnull as "isNotNull",
      a.attidentity::text as "identity", a.attgenerated::text as "generated",
      case when a.atthasdef then pg_catalog.pg_get_expr(d.adbin, d.adrelid) end as "default"
    from (${relations}) r
    left join pg_catalog.pg_attribute a
      on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
      and pg_catalog.has_column_privilege(r.oid, a.attnum, 'select')
    left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    order by r.nspname, r.relname, a.attnum`
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

/** Unique indexes include those behind constraints. A partial one promises nothing on all rows. */
function keysQuery(relations: RawBuilder<object>): RawBuilder<KeyColumnFact> {
  return sql<KeyColumnFact>`
    select r.nspname::text as "schema", r.relname::text as "table", i.indexrelid::text as "key",
      i.indisprimary as "isPrimary", a.attname::text as "column"
    from (${relations}) r
    join pg_catalog.pg_index i
      on i.indrelid = r.oid and i.indisunique and i.indisvalid and i.indpred is null
    cross join lateral unnest(i.indkey::int2[]) with ordinality k (number, position)
    left join pg_catalog.pg_attribute a on a.attrelid = r.oid and a.attnum = k.number and k.number > 0
    where k.position <= i.indnkeyatts
    order by i.indexrelid, k.position`
}

function foreignKeysQuery(relations: RawBuilder<object>): RawBuilder<ForeignKeyColumnFact> {
  return sql<ForeignKeyColumnFact>`
    select r.nspname::text as "schema", r.relname::text as "table", f.oid::text as "key",
      a.attname::text as "column", tn.nspname::text as "targetSchema",
      tc.relname::text as "targetTable", ta.attname::text as "targetColumn"
    from (${relations}) r
    join pg_catalog.pg_constraint f
      on f.conrelid = r.oid and f.contype = 'f' and f.conparentid = 0
    join pg_catalog.pg_class tc on tc.oid = f.confrelid
    join pg_catalog.pg_namespace tn on tn.oid = tc.relnamespace
    cross join lateral unnest(f.conkey, f.confkey)
      with ordinality k (number, target, position)
    join pg_catalog.pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.number
    join pg_catalog.pg_attribute ta on ta.attrelid = f.confrelid and ta.attnum = k.target
    order by f.oid, k.position`
}

function tableFacts(rows: readonly ColumnRow[]): TableFact[] {
  const tables: TableFact[] = []
  for (const { schema, table, kind } of rows) {
    const last = tables.at(-1)
    if (last?.schema === schema && last.table === table) continue
    tables.push({ schema, table, isView: kind === 'v' || kind === 'm' })
  }
  return tables
}

function columnFact(row: ColumnRow, types: ReadonlyMap<string, PostgresType>): ColumnFact[] {
  if (row.name === null) return []
  const mapped = mapPostgresType(row.typeId, row.typeModifier, types)
  const isIdentity = row.identity !== ''
  const isSequence = row.default?.startsWith('nextval(') ?? false
  const isComputed = row.generated !== ''
  const ownDefault = isComputed ? null : (row.default ?? mapped.default)
  return [
    {
      schema: row.schema,
      table: row.table,
      name: row.name,
      declaredType: row.declaredType,
      type: mapped.type,
      allowNull: !row.isNotNull && !mapped.isNotNull,
      isGenerated: isComputed || row.identity === 'a',
      isAutoIncrement: isIdentity || isSequence,
      ...(isIdentity ? { hasDefault: true } : readDefault(ownDefault, mapped.type)),
      maxLength: mapped.maxLength,
    },
  ]
}
