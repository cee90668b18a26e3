import { ValidationError } from '@service/base'
import type { FieldPath, SortClause } from '@service/datasource-toolkit'
import type { CollectionModel, SortRule } from '../model/model.js'
import { getPath, slicePrefix } from './get-path.js'
import type { Planning } from './planning.js'
import { isPushablePath } from './pushable.js'

export interface RewrittenSort {
  readonly clauses: readonly SortClause[]
  readonly isPushed: boolean
}

/**
 * Completes a sort by the primary key, so that pages neither repeat nor skip rows. Where the key is
 * not unique, the source itself adds further columns.
 */
export function completeSort(
  collection: CollectionModel,
  sort: readonly SortClause[],
): readonly SortClause[] {
  const missing = collection.primaryKey.filter(
    key =>
      !sort.some(({ field }) => field === key.name) &&
      (collection.hasProvenKey || key.sort.kind !== 'none'),
  )
  if (missing.length === 0) return sort
  return [...sort, ...missing.map(({ name }) => ({ field: name, ascending: true }))]
}

/**
 * Returns the sort completed by the primary key, with replaced fields expanded. Its values in the
 * last row are what `after` takes.
 *
 * @example
 * const order = totalSort(collection, [{ field: 'fullName', ascending: true }])
 * const after = order.map(({ field }) => getField(row, field))
 */
export function totalSort(
  collection: CollectionModel,
  sort: readonly SortClause[],
): readonly SortClause[] {
  const placing = sort.flatMap(clause => {
    const clauses = expandSort(collection, [clause])
    // An imported field has the value of the field it imports.
    const isSame =
      clauses.length === 1 && clauses[0]?.field === resolveOrigin(collection, clause.field)
    return isSame ? [clause] : clauses
  })
  return completeSort(collection, placing)
}

function resolveOrigin(collection: CollectionModel, field: FieldPath): FieldPath {
  const { read } = getPath(collection, field).column
  return read.kind === 'alias' ? resolveOrigin(collection, slicePrefix(field) + read.path) : field
}

/** Expands clauses and returns whether the source can sort by all of them. */
export function rewriteSort(
  planning: Planning,
  collection: CollectionModel,
  sort: readonly SortClause[],
): RewrittenSort {
  const clauses = completeSort(collection, expandSort(collection, sort))
  const isPushed = clauses.every(({ field }) => {
    const path = getPath(collection, field)
    return path.column.sort.kind === 'native' && isPushablePath(planning, path)
  })
  return { clauses, isPushed }
}

/** Returns the clauses that replace those of replaced and imported fields. */
export function expandSort(
  collection: CollectionModel,
  sort: readonly SortClause[],
): readonly SortClause[] {
  return sort.flatMap(clause => expandClause(collection, clause, []))
}

function expandClause(
  collection: CollectionModel,
  clause: SortClause,
  replacing: readonly string[],
): readonly SortClause[] {
  const { owner, column } = getPath(collection, clause.field)
  if (replacing.includes(clause.field)) {
    throw new ValidationError(`Replaced sorts form a cycle: ${replacing.join(' -> ')}.`)
  }
  const clauses = replacement(clause, column.read, column.sort)
  if (clauses) {
    return clauses.flatMap(each => expandClause(collection, each, [...replacing, clause.field]))
  }
  if (column.sort.kind !== 'none') return [clause]
  const sortable = [...owner.fields.values()].filter(
    field => field.kind === 'Column' && field.sort.kind !== 'none',
  )
  throw new ValidationError(
    `'${owner.name}' cannot be sorted by '${column.name}'. Sortable: ${sortable.map(({ name }) => name).join(', ')}.`,
  )
}

function replacement(
  { field, ascending }: SortClause,
  read: { readonly kind: string; readonly path?: string },
  sort: SortRule,
): readonly SortClause[] | undefined {
  const prefix = slicePrefix(field)
  if (sort.kind === 'imported') return [{ field: `${prefix}${read.path}`, ascending }]
  if (sort.kind !== 'replaced') return undefined
  return sort.clauses.map(clause => ({
    field: prefix + clause.field,
    ascending: clause.ascending === ascending,
  }))
}
