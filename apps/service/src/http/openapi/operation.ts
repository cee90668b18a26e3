import type { z } from 'zod'
import { bodyTypes } from '../parse.js'
import type { Route } from '../route.js'
import { describeResponses } from './responses.js'
import type { SchemaRegistry } from './schema-registry.js'
import { accessSentence, describeSecurity } from './security.js'
import type { JsonSchema, Operation, Parameter } from './types.js'

/** Describes one route. */
export function describeOperation(route: Route, registry: SchemaRegistry): Operation {
  const description = [route.description, accessSentence(route.access)].filter(Boolean).join('\n\n')
  return {
    operationId: buildOperationId(route),
    tags: [route.tag],
    summary: route.summary,
    ...(description !== '' && { description }),
    security: describeSecurity(route),
    parameters: [
      ...pathParameters(route, registry),
      ...queryParameters(route, registry),
      ...headerParameters(route),
    ],
    ...(route.body && {
      requestBody: {
        required: true,
        content: describeRequestContent(route.body, route, registry),
      },
    }),
    responses: describeResponses(route, registry),
  }
}

function describeRequestContent(
  body: z.ZodType,
  { form = false }: Route,
  registry: SchemaRegistry,
) {
  const schema = registry.describeSchema(body, 'input')
  return Object.fromEntries(bodyTypes(form).map(type => [type, { schema }]))
}

/** `GET /api/projects/{projectId}/teams/{teamId}` becomes `getApiProjectsTeamsByTeamId`. */
function buildOperationId({ method, path }: Route): string {
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

function pathParameters({ path, params }: Route, registry: SchemaRegistry): Parameter[] {
  const own = listProperties(params, registry)
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    ...describe(own[name] ?? resolved[name] ?? { type: 'string' }),
  }))
}

function queryParameters({ query }: Route, registry: SchemaRegistry): Parameter[] {
  const schema: JsonSchema = query ? registry.describeSchema(query, 'input') : {}
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

const listProperties = (schema: z.ZodObject | undefined, registry: SchemaRegistry) =>
  (schema && registry.describeSchema(schema, 'input').properties) ?? {}

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
