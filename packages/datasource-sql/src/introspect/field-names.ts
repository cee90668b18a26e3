/**
 * The name that stands for one of the database in paths and records: a colon ends the name of a
 * relation in a path, and `__proto__` is no property of its own in JavaScript.
 */
export function fieldName(name: string): string {
  return name === '__proto__' ? '__proto' : name.replaceAll(':', '_')
}

/**
 * Names of fields by names of columns, where the two differ. What stands for a name is not one that
 * another column has.
 */
export function renamedFields(columns: readonly string[]): ReadonlyMap<string, string> {
  const renamed = columns.filter(column => fieldName(column) !== column)
  if (renamed.length === 0) return noneRenamed
  const taken = new Set(columns)
  return new Map(renamed.map(column => [column, firstFree(fieldName(column), taken)]))
}

const noneRenamed: ReadonlyMap<string, string> = new Map()

/** The name, or the first with a number that is not taken; it is then. */
export function firstFree(name: string, taken: Set<string>): string {
  let candidate = name
  for (let count = 2; taken.has(candidate); count++) candidate = `${name}_${count}`
  taken.add(candidate)
  return candidate
}
