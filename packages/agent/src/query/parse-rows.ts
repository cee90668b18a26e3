import { knownNames, UnprocessableError, ValidationError } from '@service/base'
import { checkSearch, isValidTimezone } from '@service/datasource-toolkit'
import type { CollectionModel, Filter } from '@service/engine'
import type { Access } from '../gateway/access.js'
import type { Parameters } from './parameters.js'
import { isOn } from './parameters.js'
import { parseFilter } from './parse-filter.js'
import { type Use, usesOf } from './uses.js'

export interface LiveSegment {
  readonly segmentQuery: string
  readonly connectionName: string
}

/** What restricts rows, read from a request. */
export interface ParsedRows {
  readonly collection: CollectionModel
  readonly filter: Filter
  /** What the request names: who asks the same again must be allowed to see all of it. */
  readonly uses: readonly Use[]
  readonly liveSegment?: LiveSegment
}

/** Reads filters, search and segment. `filters` comes apart: a body may carry it elsewhere. */
export function parseRows(
  collection: CollectionModel,
  parameters: Parameters,
  filters: unknown,
  access: Access,
): ParsedRows {
  const { tree, paths } = parseFilter(collection, filters, access, zoneOf(parameters))
  const search = parseSearch(collection, parameters)
  const searchExtended = search !== undefined && isOn(parameters('searchExtended'))
  return {
    collection,
    filter: {
      ...(tree && { conditionTree: tree }),
      ...(search !== undefined && { search, searchExtended }),
      ...parseSegment(collection, parameters),
    },
    uses: usesOf(collection, paths),
    ...parseLiveSegment(parameters),
  }
}

/** One that is missing or wrong is refused by whoever makes the call. */
function zoneOf(parameters: Parameters): string | undefined {
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
