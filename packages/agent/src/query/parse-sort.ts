import type { SortClause } from '@service/datasource-toolkit'
import { ValidationError } from '@service/datasource-toolkit'
import type { CollectionModel } from '@service/engine'
import type { MayCross } from './crossings.js'
import type { Parameters } from './parameters.js'
import type { ViewPath } from './view-path.js'
import { resolveViewPath } from './view-path.js'

export interface ParsedSort {
  readonly clauses: readonly SortClause[]
  readonly paths: readonly ViewPath[]
}

const unsorted: ParsedSort = { clauses: [], paths: [] }

/** Reads `sort=-total,customer.name`. */
export function parseSort(
  collection: CollectionModel,
  parameters: Parameters,
  mayCross?: MayCross,
): ParsedSort {
  const text = parameters('sort')
  if (text === undefined || text === '') return unsorted
  const clauses: SortClause[] = []
  const paths: ViewPath[] = []
  for (const item of text.split(',')) {
    const name = item.trim().replace(/^[-+]/, '')
    const path = resolveViewPath(collection, sortPath(collection, name), mayCross)
    if (path.column.sort.kind === 'none') {
      throw new ValidationError(`'${name}' of '${collection.name}' cannot be sorted on.`)
    }
    if (paths.some(earlier => earlier.text === path.text)) continue
    paths.push(path)
    clauses.push({ field: path.text, ascending: !item.trim().startsWith('-') })
  }
  return { clauses, paths }
}

// A field may have a dot in its name; otherwise the first dot crosses a relation.
function sortPath(collection: CollectionModel, name: string): string {
  return collection.view.has(name) ? name : name.replace('.', ':')
}
