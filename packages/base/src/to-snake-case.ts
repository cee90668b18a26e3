/**
 * Converts a camel-case name to snake case.
 *
 * @example
 * toSnakeCase('NotEqual') // 'not_equal'
 */
export function toSnakeCase(name: string): string {
  return name.replace(/(?!^)[A-Z]/g, '_$&').toLowerCase()
}
