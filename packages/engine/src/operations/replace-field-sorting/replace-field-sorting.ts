import { namesOf, ValidationError } from '@service/base'
import type { SortClause } from '@service/datasource-toolkit'
import { draftColumn } from '../../model/draft.js'
import type { Additions, ColumnName, Path, Schema } from '../../typings/schema.js'
import { checkDefinition } from '../check-definition.js'
import { defineOperation } from '../define-operation.js'
import type { CollectionCustomizer } from '../index.js'

export interface ReplaceFieldSorting<S extends Schema, N extends keyof S, A extends Additions> {
  /**
   * Sorts by other fields when this one is asked for; descending sorts are turned around.
   *
   * @example
   * customers.replaceFieldSorting('fullName', [
   *   { field: 'lastName', ascending: true },
   *   { field: 'firstName', ascending: true },
   * ])
   */
  replaceFieldSorting(
    name: ColumnName<S, N, A>,
    equivalentSort: readonly { readonly field: Path<S, N, A>; readonly ascending: boolean }[],
  ): CollectionCustomizer<S, N, A>
}

const members = namesOf<SortClause>({ field: true, ascending: true })

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
