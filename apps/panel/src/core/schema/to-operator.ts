/**
 * Returns the name of an operator as the toolkit writes it.
 *
 * @example
 * toOperator('i_contains') // 'IContains'
 */
export function toOperator(name: string): string {
  return name
    .replace(/^[a-z]/, letter => letter.toUpperCase())
    .replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
