/**
 * Converts a database name to one that is valid in paths and records: a colon separates names in a
 * path, and `__proto__` cannot be an own property in an object literal.
 */
export function fieldName(name: string): string {
  return name === '__proto__' ? '__proto' : name.replaceAll(':', '_')
}

/**
 * Maps names of columns to names of fields where they differ. A new name is never one that another
 * column has.
 */
export function renamedFields(columns: readonly string[]): ReadonlyMap<string, string> {
  const renamed = columns.filter(column => fieldName(column) !== column)
  if (renamed.length === 0) return noneRenamed
  const taken = new Set(columns)
  return new Map(renamed.map(column => [column, firstFree(fieldName(column), taken)]))
}

const noneRenamed: ReadonlyMap<string, string> = new Map()

/**
 * Returns the name, or the first one with a number appended that is not taken, and marks it as
 * taken.
 */
export function firstFree(name: string, taken: Set<string>): string {
  let candidate = name
  for (let count = 2; taken.has(candidate); count++) candidate = `${name}_${count}`
  taken.add(candidate)
  return candidate
}
