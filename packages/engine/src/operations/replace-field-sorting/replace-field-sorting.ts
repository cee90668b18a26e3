import { listOptionNames, ValidationError } from '@service/base'
import type { SortClause } from '@service/datasource-toolkit'
import { draftColumn } from '../../model/draft.js'
import { checkDefinition } from '../check-definition.js'
import { defineOperation } from '../define-operation.js'

const members = listOptionNames<SortClause>({ field: true, ascending: true })

export const replaceFieldSorting = defineOperation(
  'replaceFieldSorting',
  (collection, name: string, clauses: readonly SortClause[]) => {
    const column = draftColumn(collection, name)
    if (!Array.isArray(clauses) || clauses.length === 0) {
      throw new ValidationError(`The sort of '${name}' needs at least one clause.`)
    }
    for (const clause of clauses) checkDefinition(name, clause, members)
    column.sort = { kind: 'replaced', clauses }
    column.sortSetBy = collection.entry
  },
)
