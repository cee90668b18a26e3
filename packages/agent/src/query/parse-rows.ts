import { UnprocessableError, ValidationError } from '@service/base'
import { checkSearch, isValidTimezone } from '@service/datasource-toolkit'
import type { CollectionModel, Filter } from '@service/engine'
import type { Access } from '../gateway/access.js'
import type { Parameters } from './parameters.js'
import { isOn } from './parameters.js'
import { parseFilter } from './parse-filter.js'
import { requireNamedSegment } from './require-named-segment.js'
import { listUses, type Use } from './uses.js'

/**
 * A segment written in SQL: its query, or its name. Parsed requests are shared between callers, so the query
 * of a name is found when it runs.
 */
export type LiveSegment =
  | { readonly segmentQuery: string; readonly connectionName: string }
  | { readonly name: string }

/** The part of a request that restricts rows. */
export interface ParsedRows {
  readonly collection: CollectionModel
  readonly filter: Filter
  /** The fields the request uses: every caller that sends the same request must be allowed to see them. */
  readonly uses: readonly Use[]
  readonly liveSegment?: LiveSegment
}

/** Parses filters, search and segment. `filters` is separate, since a body may contain it elsewhere. */
export function parseRows(
  collection: CollectionModel,
  parameters: Parameters,
  filters: unknown,
  access: Access,
): ParsedRows {
  const { tree, paths } = parseFilter(collection, filters, access, findTimezone(parameters))
  const search = parseSearch(collection, parameters)
  const { segment, liveSegment = parseLiveSegment(parameters) } = parseSegment(
    collection,
    parameters,
    access,
  )
  const searchExtended = search !== undefined && isOn(parameters('searchExtended'))
  return {
    collection,
    filter: {
      ...(tree && { conditionTree: tree }),
      ...(search !== undefined && { search, searchExtended }),
      ...(segment !== undefined && { segment }),
    },
    uses: listUses(collection, paths),
    ...(liveSegment && { liveSegment }),
  }
}

/** A missing or invalid time zone is rejected later, where the call is created. */
function findTimezone(parameters: Parameters): string | undefined {
  const timezone = parameters('timezone')
  return timezone && isValidTimezone(timezone) ? timezone : undefined
}

function parseSearch(collection: CollectionModel, parameters: Parameters): string | undefined {
  const search = parameters('search')
  if (search === undefined || search.trim() === '') return undefined
  if (collection.isSearchable) return checkSearch(search)
  throw new ValidationError(`'${collection.name}' cannot be searched.`)
}

/** A segment by its name: one written in code or, where there is none, a live query of the team. */
function parseSegment(
  collection: CollectionModel,
  parameters: Parameters,
  access: Access,
): { readonly segment?: string; readonly liveSegment?: LiveSegment } {
  const name = parameters('segment')
  if (name === undefined || name === '') return {}
  if (collection.segments.has(name)) return { segment: name }
  requireNamedSegment(access, collection, name)
  if (!parameters('segmentQuery')) return { liveSegment: { name } }
  throw new ValidationError(
    "'segment' names a segment written in SQL: 'segmentQuery' cannot be another one.",
  )
}

function parseLiveSegment(parameters: Parameters): LiveSegment | undefined {
  const segmentQuery = parameters('segmentQuery')
  if (segmentQuery === undefined || segmentQuery === '') return undefined
  const connectionName = parameters('connectionName')
  if (connectionName) return { segmentQuery, connectionName }
  throw new UnprocessableError(
    "'segmentQuery' needs 'connectionName': the connection to run it on.",
  )
}
