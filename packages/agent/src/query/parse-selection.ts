import { isObject, ValidationError } from '@service/base'
import {
  type ConditionTree,
  ConditionTreeFactory,
  invertTree,
  UnprovenKeyError,
} from '@service/datasource-toolkit'
import type { CollectionModel } from '@service/engine'
import type { Access } from '../gateway/access.js'
import { parseIdentifier } from '../record/parse-document.js'
import { combineParameters, parametersOfObject, parseParameters } from './parameters.js'
import { matchIds, parseId } from './parse-id.js'
import { type ParsedRows, parseRows } from './parse-rows.js'

/** The records that a bulk operation applies to. */
export interface Selection extends ParsedRows {
  /** No record was selected. */
  readonly isEmpty: boolean
}

/** Parses ids, or everything that matches the subset query except the excluded ids. */
export function parseSelection(
  collection: CollectionModel,
  body: Readonly<Record<string, unknown>>,
  query: string,
  access: Access,
): Selection {
  const { data } = body
  const attributes = isObject(data) && isObject(data.attributes) ? data.attributes : {}
  const subset = isObject(attributes.all_records_subset_query)
    ? attributes.all_records_subset_query
    : {}
  const parameters = combineParameters(parametersOfObject(subset), parseParameters(query))
  const filters = subset.filters ?? body.filters ?? body.filter ?? parseParameters(query)('filters')
  const rows = parseRows(collection, parameters, filters, access)
  requireReadRight(collection, rows, access)
  const isAll = attributes.all_records === true || attributes.all_records === 'true'
  const ids = readIds(
    collection,
    isAll ? attributes.all_records_ids_excluded : readRawIds(data),
    isAll,
  )
  if (isAll && ids.length > 0 && !collection.hasProvenKey) {
    const key = collection.primaryKey.map(column => column.name)
    throw new UnprovenKeyError(collection.name, key, 'be left out of a selection by their ids')
  }
  const matched = matchIds(collection, ids)
  const chosen = isAll ? excluding(matched, ids.length) : matched
  const conditionTree = ConditionTreeFactory.intersect([rows.filter.conditionTree, chosen])
  return { ...rows, filter: { ...rows.filter, conditionTree }, isEmpty: !isAll && ids.length === 0 }
}

/** Requires the right to see records before they are selected by their fields. */
function requireReadRight(collection: CollectionModel, rows: ParsedRows, access: Access): void {
  const isNarrowed = rows.uses.length > 0 || rows.filter.search !== undefined
  if (isNarrowed && !access.mayRead(collection)) access.require('read', collection)
}

function excluding(matched: ConditionTree, count: number): ConditionTree | undefined {
  return count === 0 ? undefined : invertTree(matched)
}

function readRawIds(data: unknown): unknown {
  if (Array.isArray(data)) {
    return data.map((item, index) => parseIdentifier(item, `'data[${index}]'`))
  }
  return isObject(data) && isObject(data.attributes) ? data.attributes.ids : undefined
}

function readIds(collection: CollectionModel, ids: unknown, isExcluded: boolean) {
  if (!Array.isArray(ids)) {
    const location = isExcluded ? 'data.attributes.all_records_ids_excluded' : 'data.attributes.ids'
    throw new ValidationError(`'${location}' must be a list of ids.`)
  }
  return ids.map(id => {
    if (typeof id === 'string' || typeof id === 'number') return parseId(collection, String(id))
    throw new ValidationError(`${JSON.stringify(id)} is not an id of '${collection.name}'.`)
  })
}
