import { ConditionTreeFactory } from '@service/datasource-toolkit'
import type { CollectionModel } from '../model/model.js'
import type { Planning } from '../plan/planning.js'
import { columnCondition } from './column-condition.js'
import { parseSearch, type SearchNode, type SearchTerm } from './parse-search.js'
import type { SearchOptions } from './search-context.js'
import type { MaybeTree, SearchedValue } from './searched.js'
import { findSearchedField, type SearchedField, searchedFields } from './searched-fields.js'

interface Search {
  readonly planning: Planning
  readonly collection: CollectionModel
  readonly options: SearchOptions
  readonly fields: readonly SearchedField[]
}

/** Returns the condition for a search text; undefined when all records match. */
export function defaultSearch(
  planning: Planning,
  collection: CollectionModel,
  text: string,
  options: SearchOptions,
): MaybeTree {
  if (text.trim() === '') return undefined
  const fields = searchedFields(planning, collection, options)
  return nodeCondition({ planning, collection, options, fields }, parseSearch(text))
}

function nodeCondition(search: Search, node: SearchNode): MaybeTree {
  if (node.kind === 'literal') return literalCondition(search, node.text)
  if (node.kind === 'term') return termCondition(search, node)
  const parts = node.parts.map(part => nodeCondition(search, part))
  if (node.kind === 'and') return ConditionTreeFactory.intersect(parts)
  return parts.includes(undefined) ? undefined : ConditionTreeFactory.union(parts)
}

function literalCondition(search: Search, text: string): MaybeTree {
  return fieldsCondition(search, search.fields, { text, isQuoted: true, isNegated: false })
}

/**
 * Searches the field that the term names; a term without a field is searched in all fields, as
 * written.
 */
function termCondition(search: Search, { parts, isQuoted, isNegated }: SearchTerm): MaybeTree {
  const { planning, collection, options } = search
  for (let cut = parts.length - 1; cut > 0; cut--) {
    const field = findSearchedField(planning, collection, parts.slice(0, cut), options)
    const text = parts.slice(cut).join(':')
    if (field) return fieldsCondition(search, [field], { text, isQuoted, isNegated })
  }
  const text = parts.join(':')
  return fieldsCondition(search, search.fields, { text, isQuoted, isNegated })
}

/** Matches one of the fields or, negated, none of them. */
function fieldsCondition(
  { planning }: Search,
  fields: readonly SearchedField[],
  value: SearchedValue,
): MaybeTree {
  const found = fields.flatMap(field => columnCondition(planning, field, value) ?? [])
  if (value.isNegated) return ConditionTreeFactory.intersect(found)
  return found.length === 0 ? ConditionTreeFactory.matchNone : ConditionTreeFactory.union(found)
}
