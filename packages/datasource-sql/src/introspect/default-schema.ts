import { IntrospectionError } from './errors.js'

/** The schema whose tables need no prefix: the connection's own, or the first one asked for. */
export function defaultSchemaOf(
  currentSchema: string | null | undefined,
  schemas: readonly string[] | undefined,
): string | undefined {
  if (!schemas) return currentSchema ?? undefined
  return currentSchema && schemas.includes(currentSchema) ? currentSchema : schemas[0]
}

/** MySQL and SQLite have one schema per connection: asking for others is a mistake worth naming. */
export function refuseSchemas(schemas: readonly string[] | undefined, database: string): void {
  if (!schemas) return
  throw new IntrospectionError(
    `The option 'schemas' (${schemas.join(', ')}) has no meaning on ${database}: ` +
      'a connection sees one database. Remove it, and add one datasource per database.',
  )
}
