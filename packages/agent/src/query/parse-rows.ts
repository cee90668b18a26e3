import { knownNames, UnprocessableError, ValidationError } from '@service/base'
import { checkSearch, isValidTimezone } from '@service/datasource-toolkit'
import type { CollectionModel, Filter } from '@service/engine'
import type { Access } from '../gateway/access.js'
import type { Parameters } from './parameters.js'
import { isOn } from './parameters.js'
import { parseFilter } from './parse-filter.js'
import { listUses, type Use } from './uses.js'

export interface LiveSegment {
  readonly segmentQuery: string
  readonly connectionName: string
}

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
  const searchExtended = search !== undefined && isOn(parameters('searchExtended'))
  return {
    collection,
    filter: {
      ...(tree && { conditionTree: tree }),
      ...(search !== undefined && { search, searchExtended }),
      ...parseSegment(collection, parameters),
    },
    uses: listUses(collection, paths),
    ...parseLiveSegment(parameters),
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

function parseSegment(collection: CollectionModel, parameters: Parameters): { segment?: string } {
  const segment = parameters('segment')
  if (segment === undefined || segment === '') return {}
  if (collection.segments.has(segment)) return { segment }
  throw new ValidationError(
    `No segment '${segment}' on '${collection.name}'. Its segments are: ${knownNames(segment, collection.segments.keys())}`,
  )
}

function parseLiveSegment(parameters: Parameters): { liveSegment?: LiveSegment } {
  const segmentQuery = parameters('segmentQuery')
  if (segmentQuery === undefined || segmentQuery === '') return {}
  const connectionName = parameters('connectionName')
  if (connectionName) return { liveSegment: { segmentQuery, connectionName } }
  throw new UnprocessableError(
    "'segmentQuery' needs 'connectionName': the connection to run it on.",
  )
}
