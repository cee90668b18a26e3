import type { ConditionTree, Row } from '@service/datasource-toolkit'
import { getField } from '@service/datasource-toolkit'

/** Reads the values of some columns of a row; undefined when one of them is null. */
export function readKey(row: Row, columns: readonly string[]): readonly unknown[] | undefined {
  const values = columns.map(column => getField(row, column))
  return values.includes(null) ? undefined : values
}

/** Returns the same text for equal keys. */
export function keyText(key: readonly unknown[]): string {
  return JSON.stringify(
    key.map(value => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value)),
  )
}

/** Matches the rows whose columns have one of the keys. */
export function hasKey(
  columns: readonly string[],
  keys: readonly (readonly unknown[])[],
): ConditionTree {
  const [column, ...others] = columns
  if (column !== undefined && others.length === 0) {
    return { field: column, operator: 'In', value: keys.map(([value]) => value) }
  }
  return {
    aggregator: 'Or',
    conditions: keys.map(key => ({
      aggregator: 'And',
      conditions: columns.map((field, index) => ({ field, operator: 'Equal', value: key[index] })),
    })),
  }
}

export function combineConditions(
  ...trees: readonly (ConditionTree | undefined)[]
): ConditionTree | undefined {
  const conditions = trees.filter(tree => tree !== undefined)
  return conditions.length > 1 ? { aggregator: 'And', conditions } : conditions[0]
}
