import { knownNames } from '@service/base'
import { IntrospectionError } from './errors.js'
import type { TableInfo } from './introspection.js'

/**
 * Key columns of tables and views by collection, as declared in code; the database does not check
 * them.
 */
export type DeclaredKeys = Readonly<Record<string, readonly string[]>>

/** Adds the keys declared in code to the tables; they count as unique. */
export function declareKeys(
  tables: readonly TableInfo[],
  names: ReadonlyMap<TableInfo, string>,
  declared: DeclaredKeys,
): ReadonlyMap<TableInfo, TableInfo> {
  const byName = new Map([...names].map(([table, name]) => [name, table]))
  const keyed = new Map(tables.map(table => [table, table]))
  for (const [name, key] of Object.entries(declared)) {
    const table = byName.get(name)
    if (!table) {
      throw new IntrospectionError(
        `The option 'primaryKeys' names the collection '${name}', which does not exist. There are: ${knownNames(name, byName.keys())}`,
      )
    }
    keyed.set(table, withKey(table, name, key))
  }
  return keyed
}

function withKey(table: TableInfo, name: string, key: readonly string[]): TableInfo {
  const location = `The option 'primaryKeys' of '${name}'`
  if (!Array.isArray(key) || key.length === 0) {
    throw new IntrospectionError(`${location} names no column. Give a list like ['id'].`)
  }
  const columns = new Set(table.columns.map(column => column.name))
  const unknown = key.find(column => !columns.has(column))
  if (unknown !== undefined) {
    throw new IntrospectionError(
      `${location} names the column '${unknown}', which it does not have. It has: ${knownNames(String(unknown), columns)}`,
    )
  }
  if (new Set(key).size < key.length) {
    throw new IntrospectionError(`${location} names a column twice: ${key.join(', ')}.`)
  }
  const { hasInheritors, uniqueKeys, ...rest } = table
  return {
    ...rest,
    primaryKey: key,
    uniqueKeys: hasInheritors ? [] : uniqueKeys,
    columns: table.columns.map(column =>
      key.includes(column.name) ? { ...column, allowNull: false, mayHoldNull: false } : column,
    ),
  }
}
