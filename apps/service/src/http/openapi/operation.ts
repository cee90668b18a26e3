import type { z } from 'zod'
import { bodyTypes } from '../parse.js'
import type { Route } from '../route.js'
import { responsesOf } from './responses.js'
import type { SchemaBook } from './schema-book.js'
import { accessSentence, securityOf } from './security.js'
import type { JsonSchema, Operation, Parameter } from './types.js'

/** Describes one route. */
export function operationOf(route: Route, book: SchemaBook): Operation {
  const description = [route.description, accessSentence(route.access)].filter(Boolean).join('\n\n')
  return {
    operationId: operationIdOf(route),
    tags: [route.tag],
    summary: route.summary,
    ...(description !== '' && { description }),
    security: securityOf(route),
    parameters: [
      ...pathParameters(route, book),
      ...queryParameters(route, book),
      ...headerParameters(route),
    ],
    ...(route.body && {
      requestBody: {
        required: true,
        content: contentOf(route.body, route, book),
      },
    }),
    responses: responsesOf(route, book),
  }
}

function contentOf(body: z.ZodType, { form = false }: Route, book: SchemaBook) {
  const schema = book.schemaOf(body, 'input')
  return Object.fromEntries(bodyTypes(form).map(type => [type, { schema }]))
}

/** `GET /api/projects/{projectId}/teams/{teamId}` becomes `getApiProjectsTeamsByTeamId`. */
function operationIdOf({ method, path }: Route): string {
  const parts = path.split('/').filter(part => part !== '')
  const names = parts.flatMap((part, index) => {
    if (!part.startsWith('{')) return part.split(/[^a-zA-Z0-9]+/)
    return index === parts.length - 1 ? ['by', part.slice(1, -1)] : []
  })
  return method + names.map(name => name.charAt(0).toUpperCase() + name.slice(1)).join('')
}

/** The path parameters that access rules resolve before the handler runs. */
const resolved: Readonly<Record<string, JsonSchema>> = {
  projectId: { type: 'integer' },
  environmentId: { type: 'integer' },
  projectName: { type: 'string', description: 'Case sensitive.' },
  environmentName: { type: 'string', description: 'Case sensitive.' },
}

function pathParameters({ path, params }: Route, book: SchemaBook): Parameter[] {
  const own = propertiesOf(params, book)
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    ...describe(own[name] ?? resolved[name] ?? { type: 'string' }),
  }))
}

function queryParameters({ query }: Route, book: SchemaBook): Parameter[] {
  const schema: JsonSchema = query ? book.schemaOf(query, 'input') : {}
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: 'query',
    required: schema.required?.includes(name) ?? false,
    ...describe(property),
  }))
}

function headerParameters({ headers = {} }: Route): Parameter[] {
  return Object.entries(headers).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }))
}

const propertiesOf = (schema: z.ZodObject | undefined, book: SchemaBook) =>
  (schema && book.schemaOf(schema, 'input').properties) ?? {}

/** A pattern that only matches digits: such a parameter is documented as an integer. */
const DIGITS = /^\^(\\d|[[\](){},|0-9-])+\$$/

/** Moves the description from the schema to the parameter, where tools look for it. */
function describe({ description, ...schema }: JsonSchema) {
  const { pattern, ...rest } = schema
  const isNumber = pattern !== undefined && DIGITS.test(pattern)
  return {
    ...(description !== undefined && { description }),
    schema: isNumber ? { ...rest, type: 'integer' } : schema,
  }
}
