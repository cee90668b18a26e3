import type { FieldPath } from '@service/datasource-toolkit'
import type { CollectionModel, ColumnModel, FieldModel, ToOneModel } from '../model/model.js'
import { isVisible, type Planning } from '../plan/planning.js'
import type { SearchOptions } from './search-context.js'

/** A column that a search uses. */
export interface SearchedField {
  readonly path: FieldPath
  /** The collection that has the column. */
  readonly owner: CollectionModel
  readonly column: ColumnModel
}

/** Returns the columns for a word without a field. Clients cannot search what they cannot see. */
export function searchedFields(
  planning: Planning,
  collection: CollectionModel,
  options: SearchOptions,
): readonly SearchedField[] {
  const { extended = false, includeFields = [], onlyFields } = options
  const named = (paths: readonly FieldPath[]) =>
    paths.flatMap(path => namedField(planning, collection, path) ?? [])
  if (onlyFields) return named(onlyFields).filter(({ path }) => isAllowed(options, path))
  const found = new Map<FieldPath, SearchedField>()
  const own = listColumns(planning, collection, '')
  const related = extended ? relatedColumns(planning, collection) : []
  for (const field of [...own, ...related, ...named(includeFields)]) found.set(field.path, field)
  return [...found.values()].filter(({ path }) => isAllowed(options, path))
}

/** Whether the options include a path. */
function isAllowed({ excludeFields, onlyFields }: SearchOptions, path: FieldPath): boolean {
  return !excludeFields?.includes(path) && (onlyFields?.includes(path) ?? true)
}

function listColumns(
  planning: Planning,
  collection: CollectionModel,
  prefix: string,
): readonly SearchedField[] {
  return [...collection.view.values()].flatMap(column =>
    column.kind === 'Column' && isVisible(planning, collection, column)
      ? [{ path: prefix + column.name, owner: collection, column }]
      : [],
  )
}

function relatedColumns(planning: Planning, collection: CollectionModel): readonly SearchedField[] {
  return [...collection.view.values()].flatMap(field =>
    isToOne(field) && isVisible(planning, collection, field)
      ? listColumns(planning, field.target, `${field.name}:`)
      : [],
  )
}

/**
 * A path named by customer code: it may be hidden from all clients, but not from this caller by
 * their permissions.
 */
function namedField(
  planning: Planning,
  collection: CollectionModel,
  path: FieldPath,
): SearchedField | undefined {
  const { relations, column } = collection.path(path)
  let owner = collection
  for (const relation of relations) {
    if (!isVisible(planning, owner, relation)) return undefined
    owner = relation.target
  }
  return isVisible(planning, owner, column) ? { path, owner, column } : undefined
}

// A relation of a collection to itself makes endless paths, and each step is a join.
const maxRelations = 5

/**
 * Finds the column a client names: `customer.name` or `customer:name`, in exported or internal
 * names, ignoring case, dashes and underscores.
 */
export function findSearchedField(
  planning: Planning,
  collection: CollectionModel,
  parts: readonly string[],
  options: SearchOptions,
): SearchedField | undefined {
  const names = parts.length === 1 && findField(collection, parts[0]!) ? parts : dotted(parts)
  if (names.length > maxRelations + 1) return undefined
  let owner = collection
  let prefix = ''
  for (const name of names.slice(0, -1)) {
    const relation = findField(owner, name)
    if (!relation || !isToOne(relation) || !isVisible(planning, owner, relation)) return undefined
    prefix += `${relation.name}:`
    owner = relation.target
  }
  const column = findField(owner, names.at(-1)!)
  if (column?.kind !== 'Column' || !isVisible(planning, owner, column)) return undefined
  const path = prefix + column.name
  return isAllowed(options, path) ? { path, owner, column } : undefined
}

function dotted(parts: readonly string[]): readonly string[] {
  return parts.flatMap(part => part.split('.'))
}

function findField({ view }: CollectionModel, name: string): FieldModel | undefined {
  const exact = view.get(name)
  if (exact) return exact
  const wanted = plain(name)
  const fields = [...view]
  const byName = fields.find(([exported]) => plain(exported) === wanted)
  return (byName ?? fields.find(([, field]) => plain(field.name) === wanted))?.[1]
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '')
}

function isToOne(field: FieldModel): field is ToOneModel {
  return field.kind === 'ManyToOne' || field.kind === 'OneToOne'
}
