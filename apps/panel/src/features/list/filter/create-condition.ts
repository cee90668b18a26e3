import type { FilterLeaf } from '../../../core/list/filter-tree.js'
import { listOperators } from '../../../core/list/operands.js'
import type { FieldModel } from '../../../core/schema/collection-model.js'

const preferred = ['i_contains', 'in', 'equal', 'previous_x_days', 'greater_than', 'present']

/** A condition on a field with the operator that people most often want. */
export function createCondition(path: string, field: FieldModel): FilterLeaf {
  const operators = listOperators(field).map(({ operator }) => operator)
  const wanted = field.columnType === 'String' ? preferred : preferred.slice(1)
  const isShort = field.enumValues.length > 0
  const operator =
    wanted.find(each => operators.includes(each) && (each !== 'in' || isShort)) ?? operators[0]
  return { field: path, operator: operator ?? 'present' }
}
