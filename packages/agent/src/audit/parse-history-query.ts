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

/** Selects entries of a record's history. */
export interface HistoryQuery {
  readonly query: Pick<AuditQuery, 'userIds' | 'from' | 'before'>
  readonly page: AuditPage
  /** Only entries in which one of these fields changed, by exported name. */
  readonly fields?: readonly string[]
  readonly search?: string
  readonly isFirst: boolean
}

const defaultSize = 20
const maxPageSize = 100

export function parseHistoryQuery(
  collection: CollectionModel,
  parameters: Parameters,
  access: Access,
): HistoryQuery {
  const timezone = readTimezone(parameters)
  const [from, before] = [parameters('startDate'), parameters('endDate')]
  const size = parameters('page[size]') || String(defaultSize)
  const sized: Parameters = name => (name === 'page[size]' ? size : parameters(name))
  const { number = 1, size: limit } = parsePage(sized, maxPageSize)
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

/** The time zone of dates without one: the given one, or UTC. */
export function readTimezone(parameters: Parameters): string {
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

/** Rejects fields the caller may not see: whether they changed would reveal something about their values. */
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
