import type { Route } from '../route.js'
import type { SchemaRegistry } from './schema-registry.js'
import type {
  Content,
  HeaderObject,
  JsonSchema,
  Operation,
  Reference,
  ResponseObject,
} from './types.js'

const text: JsonSchema = { type: 'string' }
const integer: JsonSchema = { type: 'integer' }

export const headers: Readonly<Record<string, HeaderObject>> = {
  'Request-Id': { description: 'Identifies this request in the log.', schema: text },
  Link: { description: 'The next page, as `<…>; rel="next"`.', schema: text },
  Location: { description: 'The URL of the new resource.', schema: text },
  'Retry-After': { description: 'Seconds to wait.', schema: integer },
  'X-RateLimit-Limit': {
    description: 'The number of requests per minute the token may send.',
    schema: integer,
  },
  'X-RateLimit-Remaining': { description: 'The remaining number of requests.', schema: integer },
  'X-RateLimit-Reset': { description: 'When the limit resets, in Unix seconds.', schema: integer },
  RateLimit: {
    description: 'The remaining requests, in the format of the IETF draft.',
    schema: text,
  },
  'RateLimit-Policy': { description: 'The limit, in the format of the IETF draft.', schema: text },
}

const RATE_LIMIT = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
]

export const errorSchemas: Readonly<Record<string, JsonSchema>> = {
  Error: {
    type: 'object',
    properties: {
      code: text,
      message: text,
      rule: {
        type: 'object',
        properties: { kind: text },
        required: ['kind'],
        additionalProperties: text,
        description: 'With 403: which rule refused the request, such as a level that is needed.',
      },
    },
    required: ['code', 'message'],
    description: '`code` is stable and meant for programs, `message` for people.',
  },
  Refusal: {
    type: 'object',
    properties: { error: { enum: ['Unauthorized', 'Forbidden'] }, message: text },
    required: ['error', 'message'],
  },
}

/** Responses that many operations share. */
export const sharedResponses: Readonly<Record<string, ResponseObject>> = {
  PublicUnauthorized: failure('The token is missing, unknown, expired or revoked', 'Refusal'),
  PublicForbidden: failure('The token has no access to this', 'Refusal', RATE_LIMIT),
  RateLimited: failure('Too many requests', 'Error', ['Retry-After', ...RATE_LIMIT]),
  Unauthorized: failure('The request has no credentials, or they are no longer valid', 'Error'),
  Forbidden: failure('The caller may not do this', 'Error'),
  ClientError: failure('The request is invalid', 'Error'),
  ServerError: failure('Internal error; with 503, try again after `Retry-After` seconds', 'Error', [
    'Retry-After',
  ]),
}

function failure(
  description: string,
  schema: string,
  more: readonly string[] = [],
): ResponseObject {
  return {
    description,
    headers: headerRefs(['Request-Id', ...more]),
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
  }
}

const responseRef = (name: string): Reference => ({ $ref: `#/components/responses/${name}` })

function headerRefs(names: readonly string[]): Record<string, Reference> {
  return Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]))
}

/** Every response of a route, by status. */
export function describeResponses(route: Route, registry: SchemaRegistry): Operation['responses'] {
  const isPublic = route.access.kind === 'token'
  return {
    [route.status ?? 200]: success(route, registry),
    ...(route.access.kind !== 'open' && {
      401: responseRef(isPublic ? 'PublicUnauthorized' : 'Unauthorized'),
      403: responseRef(isPublic ? 'PublicForbidden' : 'Forbidden'),
    }),
    ...(isPublic && { 429: responseRef('RateLimited') }),
    '4XX': route.errors ? withCodes(route.errors) : responseRef('ClientError'),
    '5XX': responseRef('ServerError'),
  }
}

const descriptions: Readonly<Record<number, string>> = {
  204: 'Done',
  302: 'Goes on elsewhere',
}

const hasLocation = ({ status, access }: Route) =>
  status === 302 || status === 202 || (status === 201 && access.kind === 'token')

function success(route: Route, registry: SchemaRegistry): ResponseObject {
  const content = describeContent(route, registry)
  return {
    description: descriptions[route.status ?? 200] ?? 'The answer',
    headers: headerRefs([
      'Request-Id',
      ...(route.access.kind === 'token' ? RATE_LIMIT : []),
      ...(route.ndjson ? ['Link'] : []),
      ...(hasLocation(route) ? ['Location'] : []),
      ...(route.status === 202 ? ['Retry-After'] : []),
    ]),
    ...(content && { content }),
  }
}

function describeContent(route: Route, registry: SchemaRegistry): Content | undefined {
  if (route.status === 204 || route.status === 302) return undefined
  if (!route.response) return { [route.contentType ?? 'application/json']: { schema: {} } }
  const schema = registry.describeSchema(route.response, 'output')
  return {
    'application/json': { schema },
    ...(route.ndjson && {
      'application/x-ndjson': {
        schema: { type: 'string', description: 'One object per line: the members of `data`.' },
      },
    }),
    ...(route.csv && {
      'text/csv': { schema: { type: 'string', description: 'A line of names, then one per row.' } },
    }),
  }
}

function withCodes(errors: Readonly<Record<string, string>>): ResponseObject {
  const lines = Object.entries(errors).map(([code, cause]) => `- \`${code}\`: ${cause}`)
  const { description, ...rest } = sharedResponses.ClientError as ResponseObject
  return {
    ...rest,
    description: [`${description}. Codes of this operation:`, '', ...lines].join('\n'),
  }
}
