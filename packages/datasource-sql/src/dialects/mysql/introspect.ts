import type { Catalogue } from '../../database.js'
import type {
  CatalogueFacts,
  ColumnFact,
  ForeignKeyColumnFact,
  KeyColumnFact,
  MappedType,
  TableFact,
} from '../../introspect/catalogue-facts.js'
import { refuseSchemas } from '../../introspect/default-schema.js'
import { groupBy } from '../../introspect/group-by.js'
import {
  type ColumnPrivileges,
  columnPrivileges,
  tablePrivileges,
} from '../../introspect/privileges.js'
import { type DefaultInfo, readDefault, readLiteral } from '../../introspect/read-default.js'
import { sql } from '../../sql.js'
import { mapMysqlType } from './introspect-types.js'

/** Reads information_schema of the connected database. */
export async function readMysqlCatalogue(
  catalogue: Catalogue,
  schemas: readonly string[] | undefined,
): Promise<CatalogueFacts> {
  refuseSchemas(schemas, 'MySQL and MariaDB')
  const isMariaDb = /mariadb/i.test(catalogue.version)
  const [tables, columnRows, keys, foreignKeys, jsonRows] = await Promise.all([
    catalogue.query(tablesQuery),
    catalogue.query(columnsQuery),
    catalogue.query(keysQuery),
    catalogue.query(foreignKeysQuery),
    isMariaDb ? catalogue.query(jsonColumnsQuery) : [],
  ])
  const jsonColumns = new Set(jsonRows.map(row => columnKey(row.table, jsonColumn(row.rule))))
  const columnsByTable = groupBy(columnRows, row => row.table)
  return {
    tables: tables.map(row => tableFact(row, columnsByTable.get(row.table) ?? [])),
    columns: columnRows.map(row => {
      const isJson = jsonColumns.has(columnKey(row.table, row.name))
      return columnFact(row, isJson, isMariaDb)
    }),
    keys: keys.map(key => ({ ...key, isPrimary: key.key === 'PRIMARY' })),
    foreignKeys,
  }
}

interface ColumnRow {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isNullable: string
  readonly default: string | null
  readonly extra: string
  readonly maxLength: number | string | null
  /** The user's privileges on it: `select,insert,update,references`. */
  readonly privileges?: string
}

interface TableRow {
  readonly table: string
  readonly kind: string
  readonly canDelete?: number
}

// MySQL 8 returns the columns of information_schema in capitals, MariaDB as they are written in the
// query. Privileges granted through a role cannot be read: such a user is assumed to be allowed to
// delete.
const tablesQuery = sql<TableRow>`
  select t.TABLE_NAME as \`table\`, t.TABLE_TYPE as \`kind\`,
    p.name is not null or g.isGranted as \`canDelete\`
  from information_schema.TABLES t
  left join (
    select distinct TABLE_NAME as name from information_schema.TABLE_PRIVILEGES
    where TABLE_SCHEMA = database() and PRIVILEGE_TYPE = 'DELETE'
  ) p on p.name = t.TABLE_NAME
  cross join (
    select coalesce(nullif(current_role(), 'NONE'), '') <> ''
      or exists (
        select 1 from information_schema.USER_PRIVILEGES where PRIVILEGE_TYPE = 'DELETE'
      )
      or exists (
        select 1 from information_schema.SCHEMA_PRIVILEGES
        where PRIVILEGE_TYPE = 'DELETE' and database() like TABLE_SCHEMA
      ) as isGranted
  ) g
  where t.TABLE_SCHEMA = database()
    and t.TABLE_TYPE in ('BASE TABLE', 'SYSTEM VERSIONED', 'VIEW')
  order by t.TABLE_NAME`

const columnsQuery = sql<ColumnRow>`
  select TABLE_NAME as \`table\`, COLUMN_NAME as \`name\`, COLUMN_TYPE as \`type\`,
    IS_NULLABLE as \`isNullable\`, COLUMN_DEFAULT as \`default\`, EXTRA as \`extra\`,
    CHARACTER_MAXIMUM_LENGTH as \`maxLength\`, \`PRIVILEGES\` as \`privileges\`
  from information_schema.COLUMNS
  where TABLE_SCHEMA = database()
  order by TABLE_NAME, ORDINAL_POSITION`

const keysQuery = sql<Omit<KeyColumnFact, 'isPrimary'>>`
  select TABLE_NAME as \`table\`, INDEX_NAME as \`key\`, COLUMN_NAME as \`column\`
  from information_schema.STATISTICS
  where TABLE_SCHEMA = database() and NON_UNIQUE = 0
  order by TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX`

const foreignKeysQuery = sql<ForeignKeyColumnFact>`
  select TABLE_NAME as \`table\`, CONSTRAINT_NAME as \`key\`, COLUMN_NAME as \`column\`,
    REFERENCED_TABLE_NAME as \`targetTable\`, REFERENCED_COLUMN_NAME as \`targetColumn\`
  from information_schema.KEY_COLUMN_USAGE
  where TABLE_SCHEMA = database() and REFERENCED_TABLE_SCHEMA = database()
  order by TABLE_NAME, CONSTRAINT_NAME, ORDINAL_POSITION`

/** MariaDB's `json` is `longtext` with a check constraint. */
const jsonColumnsQuery = sql<{ table: string; rule: string }>`
  select TABLE_NAME as \`table\`, CHECK_CLAUSE as \`rule\`
  from information_schema.CHECK_CONSTRAINTS
  where CONSTRAINT_SCHEMA = database() and CHECK_CLAUSE like 'json\\_valid(%'`

function tableFact({ table, kind, canDelete }: TableRow, columns: readonly ColumnRow[]): TableFact {
  const isView = kind === 'VIEW'
  const privileges = columns.map(readPrivileges)
  return { table, isView, ...tablePrivileges(privileges, canDelete !== 0, isView) }
}

function readPrivileges({ privileges = 'select,insert,update' }: ColumnRow): ColumnPrivileges {
  const granted = privileges.split(',')
  return {
    canSelect: granted.includes('select'),
    canInsert: granted.includes('insert'),
    canUpdate: granted.includes('update'),
  }
}

function jsonColumn(rule: string): string {
  return /^json_valid\(`(.*)`\)$/i.exec(rule)?.[1]?.replaceAll('``', '`') ?? ''
}

function columnKey(table: string, column: string): string {
  return `${table}\0${column}`
}

function columnFact(row: ColumnRow, isJson: boolean, isMariaDb: boolean): ColumnFact {
  const type = mapMysqlType(row.type, isJson)
  const isGenerated = /\b(virtual|stored|persistent) generated/i.test(row.extra)
  const isAutoIncrement = /auto_increment/i.test(row.extra)
  return {
    table: row.table,
    name: row.name,
    declaredType: row.type,
    type,
    allowNull: row.isNullable === 'YES',
    isGenerated,
    isAutoIncrement,
    ...(isAutoIncrement ? { hasDefault: true } : readMysqlDefault(row, type, isMariaDb)),
    maxLength: type?.columnType === 'String' ? readMaxLength(row) : undefined,
    ...columnPrivileges(readPrivileges(row)),
  }
}

/**
 * MariaDB returns the SQL of a default; MySQL returns the bare value and marks computed ones
 * separately.
 */
function readMysqlDefault(
  row: ColumnRow,
  type: MappedType | undefined,
  isMariaDb: boolean,
): DefaultInfo {
  if (row.default === null) return { hasDefault: false }
  if (isMariaDb) return readDefault(withEscapes(row.default), type)
  const isComputed = /default_generated/i.test(row.extra) || /^current_timestamp/i.test(row.default)
  if (isComputed) return { hasDefault: true }
  return /^b'[01]+'$/.test(row.default)
    ? readDefault(row.default, type)
    : readLiteral(row.default, type)
}

/** Text in MariaDB's catalog has backslash escapes, like `E'…'` in PostgreSQL. */
function withEscapes(sqlText: string): string {
  return sqlText.startsWith("'") ? `E${sqlText}` : sqlText
}

function readMaxLength({ type, maxLength }: ColumnRow): number | undefined {
  return /^(var)?char\b/.test(type) && maxLength !== null ? Number(maxLength) : undefined
}
