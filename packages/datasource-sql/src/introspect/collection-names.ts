import { IntrospectionError } from './errors.js'
import type { Introspection, TableInfo } from './introspection.js'

/** A collection has the name of its table; outside the default schema, prefixed with the schema. */
export function collectionNames({
  tables,
  defaultSchema,
}: Introspection): ReadonlyMap<TableInfo, string> {
  const owners = new Map<string, TableInfo>()
  const names = new Map<TableInfo, string>()
  for (const table of tables) {
    const name =
      table.schema === undefined || table.schema === defaultSchema
        ? table.name
        : `${table.schema}_${table.name}`
    const owner = owners.get(name)
    if (owner) throw nameClash(name, owner, table)
    owners.set(name, table)
    names.set(table, name)
  }
  return names
}

function nameClash(name: string, first: TableInfo, second: TableInfo): IntrospectionError {
  return new IntrospectionError(
    `Two tables would both be the collection '${name}': ` +
      `'${first.schema}.${first.name}' and '${second.schema}.${second.name}'. ` +
      "Rename one of them, or read their schemas as two datasources with the option 'schemas'.",
  )
}
