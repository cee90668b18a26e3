import { ValidationError } from '@service/base'
import { checkSearch } from '@service/datasource-toolkit'
import type { CollectionModel } from '@service/engine'
import type { Access } from '../gateway/access.js'
import type { Parameters } from '../query/parameters.js'
import { parsePage } from '../query/parse-page.js'
import { parseTimezone } from '../query/parse-timezone.js'
import { splitNames } from '../query/split-names.js'
import { viewField } from '../query/view-path.js'
import type { AuditPage, AuditQuery } from './audit-trail.js'
import { parseInstant } from './parse-instant.js'

/** Which part of a record's history is asked for. */
export interface HistoryQuery {
  readonly query: Pick<AuditQuery, 'userIds' | 'from' | 'before'>
  readonly page: AuditPage
  /** Entries in which one of these changed, by the names clients know. */
  readonly fields?: readonly string[]
  readonly search?: string
  readonly isFirst: boolean
}

const usualSize = 20
const largestSize = 100

export function parseHistoryQuery(
  collection: CollectionModel,
  parameters: Parameters,
  access: Access,
): HistoryQuery {
  const timezone = zoneOf(parameters)
  const [from, before] = [parameters('startDate'), parameters('endDate')]
  const size = parameters('page[size]') || String(usualSize)
  const sized: Parameters = name => (name === 'page[size]' ? size : parameters(name))
  const { number = 1, size: limit } = parsePage(sized, largestSize)
  return {
    query: {
      userIds: parseUserIds(parameters('userIds')),
      ...(from && { from: parseInstant('startDate', from, timezone) }),
      ...(before && { before: parseInstant('endDate', before, timezone, true) }),
    },
    page: { order: parseOrder(parameters('sort')), skip: (number - 1) * limit, limit },
    fields: parseFields(collection, parameters('fields'), access),
    search:
      checkSearch(parameters('search') ?? '')
        .trim()
        .toLowerCase() || undefined,
    isFirst: !parameters('page[number]'),
  }
}

/** Dates without a zone are in the one that is given, or in UTC. */
export function zoneOf(parameters: Parameters): string {
  return parameters('timezone') ? parseTimezone(parameters) : 'UTC'
}

function parseOrder(sort: string | undefined): AuditPage['order'] {
  if (!sort || sort === '-timestamp') return 'newest'
  if (sort === 'timestamp') return 'oldest'
  throw new ValidationError(`sort is '${sort}'. It must be 'timestamp' or '-timestamp'.`)
}

function parseUserIds(text: string | undefined): readonly number[] | undefined {
  if (!text) return undefined
  return text.split(',').map(id => {
    if (/^\d{1,15}$/.test(id.trim())) return Number(id)
    throw new ValidationError(`userIds is '${text}'. It must be a list of whole numbers.`)
  })
}

/** A field the caller may not see is refused: whether it changed tells of its values. */
function parseFields(
  collection: CollectionModel,
  text: string | undefined,
  access: Access,
): readonly string[] | undefined {
  if (!text) return undefined
  const names = splitNames(text).map(({ name }) => name)
  for (const name of names) viewField(collection, name, access)
  return names
}
