import { toSnakeCase } from '@service/base'
import { type Operator, operators } from '@service/datasource-toolkit'

const byName: ReadonlyMap<string, Operator> = new Map(
  operators.flatMap(operator => [[operator, operator] as const, [toSnakeCase(operator), operator]]),
)

/**
 * Returns an operator by its name in either spelling; undefined when there is none of this name.
 *
 * @example
 * toOperator('i_contains') // 'IContains'
 */
export function toOperator(name: string): Operator | undefined {
  return byName.get(name)
}
