import { listOptionNames, unknownOption, ValidationError } from '@service/base'
import { type ConditionTree, checkSearch } from '@service/datasource-toolkit'
import type { CollectionModel } from '../model/model.js'
import type { Planning } from '../plan/planning.js'
import type { Filter } from '../query.js'
import { defaultSearch } from './default-search.js'
import type { SearchContext, SearchOptions, SearchReplacement } from './search-context.js'

type MaybeTree = ConditionTree | undefined

/** Returns the condition of a search, from the collection's own search code if it has one. */
export function searchCondition(
  planning: Planning,
  collection: CollectionModel,
  { search, searchExtended: extended = false }: Filter,
): MaybeTree | Promise<MaybeTree> {
  // Databases cannot store the character NUL in a text, and some fail on it.
  const text = search && checkSearch(search).replaceAll('\0', ' ').trim()
  if (!text) return undefined
  if (!collection.isSearchable) {
    throw new ValidationError(`'${collection.name}' cannot be searched: its search is disabled.`)
  }
  return collection.search
    ? replacedSearch(planning, collection, collection.search, text, extended)
    : defaultSearch(planning, collection, text, { extended })
}

const everything: ConditionTree = Object.freeze({ aggregator: 'And', conditions: [] })

const optionNames = listOptionNames<SearchOptions>({
  extended: true,
  includeFields: true,
  excludeFields: true,
  onlyFields: true,
})

function replacedSearch(
  planning: Planning,
  collection: CollectionModel,
  replacement: SearchReplacement,
  text: string,
  extended: boolean,
): MaybeTree | Promise<MaybeTree> {
  planning.isCacheable = false
  const context: SearchContext = {
    ...collection.context(planning.call, `${collection.name} replaceSearch`),
    generateSearchFilter(searched, options = {}) {
      const problem = unknownOption(options, optionNames, 'generateSearchFilter')
      if (problem) throw new ValidationError(problem)
      return defaultSearch(planning, collection, checkSearch(searched), options) ?? everything
    },
  }
  return replacement(text, extended, context)
}
