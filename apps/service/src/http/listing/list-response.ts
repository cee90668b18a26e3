import { InvalidRequestError } from '../../errors.js'
import type { Instant } from '../../store/instant.js'
import type { Call } from '../route.js'
import { chooseFormat } from './accept.js'
import { type CountedPage, readCountedList } from './count-list.js'
import { LIMIT_DEFAULT, LIMIT_MAX, LIMIT_RULE } from './list-query.js'
import type { Listing, ListQuery, Owner } from './listing.js'
import type { ListPage } from './read-list.js'
import { streamList } from './stream-list.js'

const formats = ['application/json', 'application/x-ndjson'] as const

type ListCall = Call<unknown, ListQuery>
type CreatedRow = { readonly created_at: Instant }

/** Responds with a list: one page as JSON, or all of it as NDJSON when the client prefers that. */
export async function respondWithList<Row extends CreatedRow, Item extends object>(
  call: ListCall,
  listing: Listing<Row, Item>,
  owner: Owner,
): Promise<CountedPage<Item> | Response> {
  if (chooseFormat(call.request.header('accept'), formats) === 'application/x-ndjson') {
    return streamList(call, listing, owner)
  }
  const { query } = call
  if (query.limit !== undefined && query.limit > LIMIT_MAX) {
    throw new InvalidRequestError(`'limit' ${LIMIT_RULE}.`, 'invalid_parameter')
  }
  const page = await readCountedList(call.deps.store.db, listing, owner, query)
  if (page.hasMore) call.headers.Link = nextLink(call, page.nextCursor)
  return page
}

type PublicCall = ListCall & { readonly project: Owner; readonly environment?: Owner }
type Parameters = { readonly limit: number } & Readonly<Record<string, string | number>>

/** Adds the parameters of the request, as in the public API. */
export async function respondWithPublicList<Row extends CreatedRow, Item extends object>(
  call: PublicCall,
  listing: Listing<Row, Item>,
  owner: Owner,
): Promise<(ListPage<Item> & { readonly parameters: Parameters }) | Response> {
  const page = await respondWithList(call, listing, owner)
  if (page instanceof Response) return page
  const { hasMore, data, nextCursor } = page
  return { hasMore, parameters: describeParameters(call), data, nextCursor }
}

/** The parameters as the client sent them, and the limit that applies. */
function describeParameters({ project, environment, query }: PublicCall): Parameters {
  const parameters: Record<string, string | number> = { projectName: project.name }
  if (environment) parameters.environmentName = environment.name
  parameters.limit = LIMIT_DEFAULT
  for (const name in query) {
    const value = query[name]
    if (typeof value === 'object') parameters[name] = value.given
    else if (value !== undefined) parameters[name] = value as string | number
  }
  return parameters as Parameters
}

/**
 * The `Link` header (RFC 8288). It is relative unless the public URL is configured, because a proxy may have
 * another one.
 */
function nextLink({ request, deps }: ListCall, cursor: string): string {
  const { pathname, search } = request.url
  const others = search
    .slice(1)
    .split('&')
    .filter(parameter => parameter !== '' && !parameter.startsWith('cursor='))
  const path = `${pathname}?${[...others, `cursor=${cursor}`].join('&')}`
  const base = deps.config.publicUrl?.replace(/\/$/, '') ?? ''
  return `<${base}${path}>; rel="next"`
}
