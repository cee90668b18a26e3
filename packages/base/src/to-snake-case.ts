/**
 * Writes a name of joined words with underscores.
 *
 * @example
 * toSnakeCase('NotEqual') // 'not_equal'
 */
export function toSnakeCase(name: string): string {
  return name.replace(/(?!^)[A-Z]/g, '_$&').toLowerCase()
}
