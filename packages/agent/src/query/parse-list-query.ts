import { ValidationError } from '@service/base'
import { type FieldPath, UnprovenKeyError } from '@service/datasource-toolkit'
import { type CollectionModel, type ListQuery, totalSort } from '@service/engine'
import type { Access } from '../gateway/access.js'
import type { Runtime } from '../runtime.js'
import { readCursor } from './cursor.js'
import type { Parameters } from './parameters.js'
import { parseParameters } from './parameters.js'
import { parsePage } from './parse-page.js'
import { buildProjection, parseProjection } from './parse-projection.js'
import { parseRows } from './parse-rows.js'
import { parseSort } from './parse-sort.js'
import { parseTimezone } from './parse-timezone.js'
import type { ParsedList } from './parsed-list.js'
import type { ViewPath } from './uses.js'
import { listUses, type Use } from './uses.js'

// Longer texts are parsed each time: they are rare, and caching them would take too much memory.
export const maxKeyLength = 8192

/** Parses the query of a list. The same text returns the same object, so that its plan is reused. */
export function parseListQuery(
  runtime: Runtime,
  access: Access,
  collection: CollectionModel,
  text: string,
  projectionHeader: string | undefined,
): ParsedList {
  const key = `${collection.name}\0${text}\n${projectionHeader ?? ''}`
  return remember(runtime, key, () =>
    readList(runtime, access, collection, parseParameters(text), projectionHeader),
  )
}

/** Parses the query of a single record: which fields to show. Filters do not apply. */
export function parseGetQuery(
  runtime: Runtime,
  access: Access,
  collection: CollectionModel,
  text: string,
  projectionHeader: string | undefined,
): ParsedList {
  const key = `${collection.name}\0\0${text}\n${projectionHeader ?? ''}`
  return remember(runtime, key, () => {
    const parameters = parseParameters(text)
    const asked: Parameters = name =>
      name === 'timezone' || name.startsWith('fields[') ? parameters(name) : undefined
    return readList(runtime, access, collection, asked, projectionHeader)
  })
}

function remember(runtime: Runtime, key: string, read: () => ParsedList): ParsedList {
  const known = runtime.lists.get(key)
  if (known !== undefined) return known
  const parsed = read()
  if (key.length <= maxKeyLength) runtime.lists.set(key, parsed)
  return parsed
}

function readList(
  runtime: Runtime,
  access: Access,
  collection: CollectionModel,
  parameters: Parameters,
  projectionHeader: string | undefined,
): ParsedList {
  const timezone = parseTimezone(parameters)
  const rows = parseRows(collection, parameters, parameters('filters'), access)
  const sort = parseSort(collection, parameters, access)
  const page = parsePage(parameters, runtime.options.maxPageSize)
  const fields = parseProjection(collection, parameters, projectionHeader, access)
  const projection = internProjection(
    runtime,
    collection,
    buildProjection(collection, fields.paths),
  )
  const shown = listUses(collection, fields.paths)
  const named = [...rows.uses, ...sort.uses]
  const parsed = {
    ...rows,
    timezone,
    projection,
    columns: fields.paths,
    isDefault: fields.isDefault,
    uses: fields.isDefault ? named : [...named, ...shown],
    touched: listUsedCollections(collection, [...named, ...shown]),
  }
  const { filter } = rows
  if (page.number !== undefined) {
    const skip = (page.number - 1) * page.size
    const query = {
      collection,
      filter,
      projection,
      sort: sort.clauses,
      page: { skip, limit: page.size },
    }
    return { ...parsed, query }
  }
  if (!collection.hasProvenKey) throw noProvenKey(collection)
  const total = totalSort(collection, sort.clauses)
  const resolvedPaths = total.map(clause => collection.path(clause.field))
  if (!resolvedPaths.every(isShown)) throw noCursor(collection)
  const read = internProjection(runtime, collection, [
    ...new Set([...projection, ...total.map(clause => clause.field)]),
  ])
  const query: ListQuery = {
    collection,
    filter,
    projection: read,
    sort: total,
    // One row more than requested shows whether another page follows.
    page: { skip: 0, limit: page.size + 1 },
    ...(page.after && {
      after: readCursor(
        page.after,
        total,
        resolvedPaths.map(({ column }) => column),
      ),
    }),
  }
  return { ...parsed, query, keyset: { sort: total, size: page.size } }
}

function listUsedCollections(
  collection: CollectionModel,
  uses: readonly Use[],
): readonly CollectionModel[] {
  const reached = uses.flatMap(({ field }) => (field.kind === 'Column' ? [] : [field.target]))
  return [...new Set([collection, ...reached])]
}

/** A cursor contains the values of its sort fields, so that hidden fields are not allowed in it. */
function isShown({ relations, column }: ViewPath): boolean {
  return [...relations, column].every(field => field.export !== 'hidden')
}

function noProvenKey({ name, primaryKey }: CollectionModel): UnprovenKeyError {
  const key = primaryKey.map(column => column.name)
  return new UnprovenKeyError(name, key, 'be paged by cursor: give page[number]')
}

function noCursor({ name }: CollectionModel): ValidationError {
  return new ValidationError(
    `This sort of '${name}' uses fields that are not shown: give page[number] instead of page[after].`,
  )
}

/** Returns the same array for equal projections. */
export function internProjection(
  runtime: Runtime,
  collection: CollectionModel,
  paths: readonly FieldPath[],
): readonly FieldPath[] {
  const key = `${collection.name}\0${paths.join('\0')}`
  const known = runtime.projections.get(key)
  if (known !== undefined) return known
  runtime.projections.set(key, paths)
  return paths
}
