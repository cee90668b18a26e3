import { canBeFiltered } from '../../core/list/filter-fields.js'
import {
  type FilterBranch,
  type FilterLeaf,
  type FilterTree,
  isBranch,
} from '../../core/list/filter-tree.js'
import type { ListSubject } from '../../core/list/list-subject.js'
import { listOperators } from '../../core/list/operands.js'
import type { FieldModel } from '../../core/schema/collection-model.js'

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

/** A condition to begin with: on the first column that can be filtered. */
export function startCondition({ collection }: ListSubject): FilterLeaf | undefined {
  const shown = collection.columns.flatMap(({ field }) => collection.fields.get(field) ?? [])
  const field = [...shown, ...collection.fields.values()].find(canBeFiltered)
  return field && createCondition(field.name, field)
}

/** A filter as a group that can be edited; without one, a group to begin with. */
export function startBranch(filter: FilterTree | undefined, subject: ListSubject): FilterBranch {
  if (filter) return isBranch(filter) ? filter : { aggregator: 'and', conditions: [filter] }
  const condition = startCondition(subject)
  return { aggregator: 'and', conditions: condition ? [condition] : [] }
}
