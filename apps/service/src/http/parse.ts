import { readRequestBytes } from '@service/http'
import type { z } from 'zod'
import { InvalidRequestError, PayloadTooLargeError, UnsupportedMediaTypeError } from '../errors.js'

/** The content type of forms from browsers and OAuth clients. */
export const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

/** Parses and validates a query string. A repeated parameter is an error, because it is ambiguous. */
export function parseQuery(schema: z.ZodObject | undefined, search: string): unknown {
  if (search.length < 2) return schema && parseNothing(schema)
  const values = parseValues(search, 'invalid_parameter')
  const allowed = schema ? Object.keys(schema.shape) : []
  const unknown = isLoose(schema)
    ? undefined
    : Object.keys(values).find(name => !allowed.includes(name))
  if (unknown !== undefined) {
    throw new InvalidRequestError(
      `Unknown parameter '${unknown}'. ${allowed.length > 0 ? `Allowed: ${allowed.join(', ')}.` : 'This path takes none.'}`,
      'unknown_parameter',
    )
  }
  return schema && check(schema, values, 'invalid_parameter')
}

/** The names and values of a query string or a form. */
function parseValues(text: string, code: string): Record<string, string> {
  // Without a prototype, so that a parameter named '__proto__' is an ordinary one.
  const values: Record<string, string> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    if (Object.hasOwn(values, name)) {
      throw new InvalidRequestError(`The parameter '${name}' is given twice.`, code)
    }
    values[name] = value
  }
  return values
}

const parsedNothing = new WeakMap<z.ZodObject, unknown>()

/** The result for an empty query, cached because it is always the same. */
function parseNothing(schema: z.ZodObject): unknown {
  const known = parsedNothing.get(schema)
  if (known) return known
  const parsed = Object.freeze(check(schema, {}, 'invalid_parameter'))
  parsedNothing.set(schema, parsed)
  return parsed
}

/** Whether a schema is a `z.looseObject`, which accepts unknown parameters. */
const isLoose = (schema: z.ZodObject | undefined) =>
  schema?.def.catchall?._zod.def.type === 'unknown'

export function parseParams(schema: z.ZodObject | undefined, params: object): unknown {
  return schema && check(schema, params, 'invalid_parameter')
}

/** The content types a route accepts. */
export const bodyTypes = (form: boolean | 'or-json'): readonly string[] =>
  form === 'or-json' ? [JSON_TYPE, FORM] : [form ? FORM : JSON_TYPE]

/** Parses and validates the body of a request: JSON, or a form where the route says so. */
export async function parseBody(
  schema: z.ZodType | undefined,
  request: Request,
  { form = false, bodyLimit }: { readonly form?: boolean | 'or-json'; readonly bodyLimit: number },
): Promise<unknown> {
  if (!schema) return undefined
  const wanted = bodyTypes(form)
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!wanted.includes(type)) {
    const found = type === '' ? '' : `, not ${type}`
    throw new UnsupportedMediaTypeError(`Send the body as ${wanted.join(' or ')}${found}.`)
  }
  const text = await readText(request, bodyLimit)
  return check(
    schema,
    type === FORM ? parseValues(text, 'invalid_body') : parseJson(text),
    'invalid_body',
  )
}

async function readText(request: Request, limit: number): Promise<string> {
  const bytes = await readRequestBytes(request, limit)
  if (bytes === undefined) throw new PayloadTooLargeError(limit)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new InvalidRequestError('The body is not valid UTF-8.', 'invalid_body')
  }
}

function parseJson(text: string): unknown {
  const value = parseText(text)
  // Validation leaves such members out without a word: less would be stored than was sent.
  if (/__proto__|\\u/.test(text) && hasProtoMember(value)) {
    throw new InvalidRequestError(
      "The body has a member named '__proto__', which is not allowed.",
      'invalid_body',
    )
  }
  return value
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new InvalidRequestError(
      `The body is not valid JSON: ${(error as Error).message}.`,
      'invalid_body',
    )
  }
}

function hasProtoMember(root: unknown): boolean {
  const waiting = [root]
  for (const value of waiting) {
    if (typeof value !== 'object' || value === null) continue
    if (Object.hasOwn(value, '__proto__')) return true
    for (const member of Object.values(value)) waiting.push(member)
  }
  return false
}

function check(schema: z.ZodType, value: unknown, code: string): unknown {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  throw new InvalidRequestError(describeIssues(result.error.issues), code)
}

/**
 * Describes what is wrong with a value, one sentence per location. `at` is the location of the value itself.
 */
export function describeIssues(
  issues: readonly z.core.$ZodIssue[],
  at: readonly PropertyKey[] = [],
): string {
  return issues
    .slice(0, 5)
    .map(issue => describe({ ...issue, path: [...at, ...issue.path] }))
    .join(' ')
}

/** One sentence per issue, with the location and what is allowed there. */
function describe(issue: z.core.$ZodIssue): string {
  const location = issue.path.length > 0 ? `'${issue.path.join('.')}'` : 'The body'
  if (issue.code === 'unrecognized_keys') {
    // A schema may say more about unknown names than the library does.
    if (!issue.message.startsWith('Unrecognized key')) return issue.message
    const names = issue.keys.map(key => `'${[...issue.path, key].join('.')}'`).join(', ')
    return `Unknown field ${names}.`
  }
  if (issue.code === 'invalid_value') {
    return `${location} must be one of ${issue.values.map(value => `'${String(value)}'`).join(', ')}.`
  }
  if (issue.code === 'invalid_type') {
    return issue.input === undefined
      ? `${location} is missing.`
      : `${location} must be ${article(issue.expected)}.`
  }
  if (issue.code === 'invalid_key' && issue.issues.length > 0) {
    return describeIssues(issue.issues, issue.path)
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    return describeNearest(issue)
  }
  const rule = issue.message.replace(/\.$/, '')
  return /^(must|is|may|has) /.test(rule) ? `${location} ${rule}.` : `${location}: ${rule}.`
}

/** Of several allowed shapes, describes the one with the fewest problems, which is the likely intent. */
function describeNearest({ path, errors }: z.core.$ZodIssueInvalidUnion): string {
  const nearest = errors.reduce((best, next) => (next.length < best.length ? next : best))
  return nearest.map(issue => describe({ ...issue, path: [...path, ...issue.path] })).join(' ')
}

const article = (noun: string) => (/^[aeio]/.test(noun) ? `an ${noun}` : `a ${noun}`)
