import type { Logger } from '@service/base'
import type { CollectionSchema, FieldSchema } from '@service/datasource-toolkit'
import type { DialectName } from '../database.js'
import { choosePrimaryKey } from './choose-primary-key.js'
import { collectionNames } from './collection-names.js'
import { type DeclaredKeys, declareKeys } from './declare-keys.js'
import { describeColumn } from './describe-column.js'
import { describeRelations, type KeyedTable } from './describe-relations.js'
import type { Introspection, TableInfo } from './introspection.js'

export interface CollectionDescription {
  readonly name: string
  readonly table: TableInfo
  readonly schema: CollectionSchema
}

export interface DescribeOptions {
  readonly dialect: DialectName
  readonly primaryKeys?: DeclaredKeys | undefined
}

const WRITE_VERBS = 3

/** Describes each table and view as a collection: columns, keys, and named relations. */
export function describeCollections(
  introspection: Introspection,
  options: DescribeOptions,
  logger: Logger,
): CollectionDescription[] {
  const names = collectionNames(introspection)
  const keyed = declareKeys(introspection.tables, names, options.primaryKeys ?? {})
  const tables = [...keyed].flatMap(([read, table]): KeyedTable[] => {
    const name = names.get(read) ?? read.name
    const key = choosePrimaryKey(table, name, logger)
    return key ? [{ name, table, ...key }] : []
  })
  // SQL Server also lists disabled foreign keys.
  const relations = describeRelations(tables, options.dialect !== 'mssql')
  return tables.map(({ name, table, primaryKey, isGuessed, isNullable }) => {
    const fields: Record<string, FieldSchema> = {}
    for (const column of table.columns) {
      const isInKey = primaryKey.includes(column.name)
      fields[column.name] = describeColumn(column, isInKey, table.isView, options.dialect)
    }
    for (const [relation, schema] of relations.get(name) ?? []) fields[relation] = schema
    return {
      name,
      table,
      schema: {
        fields,
        primaryKey,
        ...(isGuessed && { isPrimaryKeyGuessed: true }),
        ...(isNullable && { isPrimaryKeyNullable: true }),
        isCountable: true,
        isReadOnly: table.isView || table.missingPrivileges?.length === WRITE_VERBS,
        ...(table.missingPrivileges && { missingPrivileges: new Set(table.missingPrivileges) }),
      },
    }
  })
}
