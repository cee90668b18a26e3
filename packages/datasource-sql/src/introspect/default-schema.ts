import { knownNames } from '@service/base'
import { IntrospectionError } from './errors.js'

/** The schema whose tables need no prefix: the connection's own, or the first of the option. */
export function chooseDefaultSchema(
  currentSchema: string | null | undefined,
  schemas: readonly string[] | undefined,
): string | undefined {
  if (!schemas) return currentSchema ?? undefined
  return currentSchema && schemas.includes(currentSchema) ? currentSchema : schemas[0]
}

/** Throws when a schema does not exist, because it would look like an empty database. */
export function requireSchemas(
  schemas: readonly string[] | undefined,
  existing: readonly SchemaRow[],
  isSame = (left: string, right: string) => left === right,
): void {
  for (const asked of schemas ?? []) {
    if (existing.some(({ name }) => isSame(name, asked))) continue
    const own = existing.filter(({ isSystem }) => !isSystem).map(({ name }) => name)
    throw new IntrospectionError(
      `The option 'schemas' names '${asked}', which this database does not have. ` +
        `Its schemas: ${knownNames(asked, own)}`,
    )
  }
}

/** A schema of the database. */
export interface SchemaRow {
  readonly name: string
  /** It came with the database. */
  readonly isSystem: boolean
}

/** Throws when schemas are given for MySQL or SQLite, which have one schema per connection. */
export function refuseSchemas(schemas: readonly string[] | undefined, database: string): void {
  if (!schemas) return
  throw new IntrospectionError(
    `The option 'schemas' (${schemas.join(', ')}) has no meaning on ${database}: ` +
      'a connection sees one database. Remove it, and add one datasource per database.',
  )
}
