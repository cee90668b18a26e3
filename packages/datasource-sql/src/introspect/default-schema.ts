/** The schema whose tables need no prefix: the connection's own, or the first one asked for. */
export function defaultSchemaOf(
  currentSchema: string | null | undefined,
  schemas: readonly string[] | undefined,
): string | undefined {
  if (!schemas) return currentSchema ?? undefined
  return currentSchema && schemas.includes(currentSchema) ? currentSchema : schemas[0]
}
