import { ValidationError } from '@service/base'
import type { SortClause } from '@service/datasource-toolkit'
import { type CollectionModel, totalSort } from '@service/engine'
import type { Access } from '../gateway/access.js'
import type { Parameters } from './parameters.js'
import { requireUses } from './require-uses.js'
import { splitNames } from './split-names.js'
import type { ViewPath } from './uses.js'
import { listUses, type Use } from './uses.js'
import { resolveViewPath } from './view-path.js'

export interface ParsedSort {
  readonly clauses: readonly SortClause[]
  readonly uses: readonly Use[]
}

const unsorted: ParsedSort = { clauses: [], uses: [] }

/** Parses `sort=-total,customer.name`. */
export function parseSort(
  collection: CollectionModel,
  parameters: Parameters,
  access: Access,
): ParsedSort {
  const text = parameters('sort')
  if (text === undefined || text === '') return unsorted
  const clauses: SortClause[] = []
  const uses: Use[] = []
  for (const { name: item, isSigned } of splitNames(text)) {
    const name = isSigned ? item.slice(1) : item
    const path = resolveViewPath(collection, sortPath(collection, name), access)
    if (path.column.sort.kind === 'none') {
      throw new ValidationError(`'${name}' of '${collection.name}' cannot be sorted on.`)
    }
    if (clauses.some(earlier => earlier.field === path.text)) continue
    clauses.push({ field: path.text, ascending: !(isSigned && item.startsWith('-')) })
    uses.push(...sortUses(collection, path, name))
  }
  requireUses(access, uses)
  return { clauses, uses }
}

/** Sorting reveals every field it uses, including the fields of a replaced sort. */
function sortUses(collection: CollectionModel, path: ViewPath, name: string): readonly Use[] {
  const resolvedPaths = totalSort(collection, [{ field: path.text, ascending: true }])
  const replacedPaths = resolvedPaths.map(({ field }) => collection.path(field))
  return [...listUses(collection, [path]), ...listUses(collection, replacedPaths, name)]
}

// Names of fields and relations may contain dots; otherwise the first dot ends the name of a relation.
function sortPath({ view }: CollectionModel, name: string): string {
  if (view.has(name) || name.includes(':')) return name
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const relation = view.get(name.slice(0, dot))
    const field = name.slice(dot + 1)
    const isFound = relation && relation.kind !== 'Column' && relation.target.view.has(field)
    if (isFound) return `${name.slice(0, dot)}:${field}`
  }
  return name.replace('.', ':')
}
