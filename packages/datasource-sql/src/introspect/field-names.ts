/**
 * The name that stands for one of the database in paths and records: a colon ends the name of a
 * relation in a path, and `__proto__` is no property of its own in JavaScript.
 */
export function fieldName(name: string): string {
  return name === '__proto__' ? '__proto' : name.replaceAll(':', '_')
}

/** Names of fields by names of columns. What stands for a name is not one that another column has. */
export function fieldNames(columns: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set(columns)
  return new Map(
    columns.map(column => {
      const name = fieldName(column)
      return [column, name === column ? column : firstFree(name, taken)]
    }),
  )
}

/** The name, or the first with a number that is not taken; it is then. */
export function firstFree(name: string, taken: Set<string>): string {
  let candidate = name
  for (let count = 2; taken.has(candidate); count++) candidate = `${name}_${count}`
  taken.add(candidate)
  return candidate
}
