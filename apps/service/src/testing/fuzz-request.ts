import { nastyTexts } from '@service/test-support'
import { z } from 'zod'
import { FORM } from '../http/parse.js'
import type { Route } from '../http/route.js'

/** A source of repeatable choices in [0, 1). */
export type Next = () => number

export interface FuzzRequest {
  readonly method: string
  /** Path and query, ready to be sent. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

type JsonSchema = Readonly<Record<string, unknown>>

const rawEscapes = ['%', '%ZZ', '%00', '%C3%28', '%2F', '%u0041', '+', '%20']
const otherMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE']
const contentTypes = ['text/plain', 'application/xml', '', 'application/json; charset=latin1']

/** A request to a route: some of its parts follow the schemas of the route, some do not. */
export function fuzzRequest(
  next: Next,
  route: Route,
  names: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
): FuzzRequest {
  const method = chance(next, 0.03) ? pick(next, otherMethods) : route.method.toUpperCase()
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => segment(next, names[name]))
  const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'TRACE' && chance(next, 0.95)
  return {
    method,
    path: path + queryString(next, route.query),
    headers: {
      ...headers,
      ...(route.headers && 'if-match' in route.headers && { 'if-match': '*' }),
      ...(chance(next, 0.03) && { accept: pick(next, nastyTexts.filter(isHeaderText)) }),
      ...(chance(next, 0.1) && { 'idempotency-key': pick(next, nastyTexts.filter(isHeaderText)) }),
      ...(hasBody && {
        'content-type': chance(next, 0.05) ? pick(next, contentTypes) : chooseContentType(route),
      }),
    },
    ...(hasBody && { body: (route.form ? formText : bodyText)(next, route.body) }),
  }
}

function segment(next: Next, right: string | undefined): string {
  if (right !== undefined && chance(next, 0.85)) return encodeURIComponent(right)
  if (chance(next, 0.4)) return String(Math.floor(next() * 50))
  return chance(next, 0.2) ? pick(next, rawEscapes) : percentEncode(pick(next, nastyTexts)) || 'x'
}

function queryString(next: Next, schema: z.ZodObject | undefined): string {
  const shape = schema?.shape ?? {}
  const pairs = Object.entries(shape)
    .filter(() => chance(next, 0.35))
    .map(([name, one]) => `${name}=${percentEncode(queryValue(next, one as z.ZodType))}`)
  if (chance(next, 0.1))
    pairs.push(`${percentEncode(pick(next, nastyTexts))}=${percentEncode(pick(next, nastyTexts))}`)
  if (chance(next, 0.05) && pairs[0]) pairs.push(pairs[0])
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

function queryValue(next: Next, schema: z.ZodType): string {
  const value = fittingValue(next, getJsonSchema(schema), 0)
  return typeof value === 'string' ? value : JSON.stringify(value ?? '')
}

function bodyText(next: Next, schema: z.ZodType | undefined): string {
  if (chance(next, 0.05)) return pick(next, nastyTexts)
  const value = schema ? fittingValue(next, getJsonSchema(schema), 0) : pick(next, nastyTexts)
  const text = JSON.stringify(value) ?? ''
  return chance(next, 0.03) ? text.slice(0, Math.floor(next() * text.length)) : text
}

const chooseContentType = ({ form }: Route) => (form ? FORM : 'application/json')

function formText(next: Next, schema: z.ZodType | undefined): string {
  const value = schema ? fittingValue(next, getJsonSchema(schema), 0) : undefined
  return Object.entries(value ?? {})
    .map(([name, one]) => `${percentEncode(name)}=${percentEncode(String(one))}`)
    .join('&')
}

const schemas = new WeakMap<z.ZodType, JsonSchema>()

function getJsonSchema(schema: z.ZodType): JsonSchema {
  const known = schemas.get(schema)
  if (known) return known
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })
  schemas.set(schema, made as JsonSchema)
  return made as JsonSchema
}

/** A value that fits a schema most of the time; recursion ends by depth. */
function fittingValue(next: Next, schema: JsonSchema, depth: number): unknown {
  if (depth > 6 || chance(next, 0.08)) return wrong(next)
  const options = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (options) return fittingValue(next, pick(next, options), depth)
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return pick(next, schema.enum)
  switch (schema.type) {
    case 'object':
      return generateObject(next, schema, depth)
    case 'array':
      return Array.from({ length: Math.floor(next() * 4) }, () =>
        fittingValue(next, (schema.items ?? {}) as JsonSchema, depth + 1),
      )
    case 'integer':
    case 'number':
      return pick(next, [0, 1, 2, 3, 10, -1, 1.5, 2 ** 31, 2 ** 53, 1e21])
    case 'boolean':
      return chance(next, 0.5)
    case 'null':
      return null
    default:
      return generateText(next, schema)
  }
}

function generateObject(next: Next, schema: JsonSchema, depth: number): object {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>
  const required = new Set((schema.required ?? []) as string[])
  const entries = Object.entries(properties)
    .filter(([name]) => chance(next, required.has(name) ? 0.95 : 0.5))
    .map(([name, one]) => [name, fittingValue(next, one, depth + 1)])
  const extra = schema.additionalProperties
  if (isSchema(extra) && chance(next, 0.7)) {
    entries.push([
      pick(next, ['orders', 'customers', ...nastyTexts]),
      fittingValue(next, extra, depth + 1),
    ])
  }
  if (chance(next, 0.04)) entries.push([pick(next, nastyTexts), wrong(next)])
  return Object.fromEntries(entries)
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null

function generateText(next: Next, schema: JsonSchema): string {
  if (chance(next, 0.3)) return pick(next, nastyTexts)
  if (schema.format === 'email') return `person${Math.floor(next() * 20)}@example.com`
  if (schema.format === 'date-time')
    return pick(next, ['2031-01-01T00:00:00Z', '2020', '2026-02-01T08:30:00.1234567+02:00'])
  return pick(next, [
    'a',
    'orders',
    'Operations',
    'equal',
    '12',
    'a longer text of several words',
    '<b>x</b>',
  ])
}

function wrong(next: Next): unknown {
  return pick(next, [
    null,
    true,
    0,
    -1,
    1e308,
    '',
    [],
    {},
    [[]],
    { a: { b: [null] } },
    pick(next, nastyTexts),
  ])
}

const isHeaderText = (text: string) => /^[\x20-\x7e]*$/.test(text)

function percentEncode(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return '%ED%A0%80'
  }
}

const chance = (next: Next, probability: number) => next() < probability

function pick<T>(next: Next, items: readonly T[]): T {
  return items[Math.floor(next() * items.length)] as T
}
