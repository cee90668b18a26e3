import { type SqlCollections, sqlCollections } from '../collection.js'
import type { DialectName } from '../database.js'
import { describeCollections } from '../introspect/describe-collections.js'
import type { ColumnInfo, TableInfo } from '../introspect/introspection.js'

/** A column that may be null and has no default, unless `more` says otherwise. */
export const column = (
  name: string,
  columnType: ColumnInfo['columnType'],
  databaseType: string,
  more: Partial<ColumnInfo> = {},
): ColumnInfo => ({
  name,
  columnType,
  databaseType,
  allowNull: true,
  isGenerated: false,
  isAutoIncrement: false,
  hasDefault: false,
  ...more,
})

const table = (
  name: string,
  columns: readonly ColumnInfo[],
  foreignKeys: TableInfo['foreignKeys'] = [],
): TableInfo => ({
  name,
  isView: false,
  columns,
  primaryKey: ['id'],
  uniqueKeys: [],
  foreignKeys,
})

const key = column('id', 'Number', 'integer', { allowNull: false })
const to = (columnName: string, targetTable: string) => ({
  columns: [columnName],
  targetTable,
  targetColumns: ['id'],
})

const tables = [
  table('countries', [key, column('name', 'String', 'text')]),
  table(
    'customers',
    [key, column('name', 'String', 'text'), column('country_id', 'Number', 'integer')],
    [to('country_id', 'countries')],
  ),
  table(
    'orders',
    [
      key,
      column('customer_id', 'Number', 'integer'),
      column('reference', 'String', 'text', { allowNull: false }),
      column('status', 'Enum', 'order_status', { enumValues: ['open', 'paid'] }),
      column('total', 'Number', 'decimal'),
      column('weight', 'Number', 'double'),
      column('created', 'Date', 'timestamp with time zone', { allowNull: false }),
      column('day', 'Dateonly', 'date'),
      column('is_paid', 'Boolean', 'boolean'),
      column('notes', 'Json', 'json'),
    ],
    [to('customer_id', 'customers')],
  ),
]

/** Orders of customers of countries, to compile queries against without a database. */
export const sampleTables = (dialect: DialectName): SqlCollections =>
  sqlCollections(describeCollections({ tables }, { dialect }, () => {}))
