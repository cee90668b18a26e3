import type { CollectionModel } from '../schema/collection-model.js'
import type { ImportSettings } from './import-settings.js'
import { type CellProblem, parseCell } from './parse-cell.js'

/** A row as the agent takes it, or the cells that are no values of their fields. */
export type BuiltRow =
  | { readonly values: Readonly<Record<string, unknown>> }
  | { readonly problems: readonly FieldProblem[] }

export interface FieldProblem {
  readonly field: string
  readonly problem: CellProblem
  readonly text: string
}

/**
 * Reads the cells of a row as values of the fields that they are mapped to.
 *
 * @example
 * buildRow(['A-1', '12'], settings, orders, 'UTC') // { values: { reference: 'A-1', total: 12 } }
 */
export function buildRow(
  cells: readonly string[],
  { columns, isEmptyCleared }: Pick<ImportSettings, 'columns' | 'isEmptyCleared'>,
  collection: CollectionModel,
  zone: string,
): BuiltRow {
  const values: Record<string, unknown> = {}
  const problems: FieldProblem[] = []
  for (const [position, column] of columns.entries()) {
    const field = column.field === null ? undefined : collection.fields.get(column.field)
    if (!field) continue
    const text = cells[position] ?? ''
    if (text.trim() === '') {
      if (isEmptyCleared) values[field.name] = null
      continue
    }
    const parsed = parseCell(field, text, column, zone)
    if ('value' in parsed) values[field.name] = parsed.value
    else problems.push({ field: field.name, problem: parsed.problem, text })
  }
  return problems.length > 0 ? { problems } : { values }
}
