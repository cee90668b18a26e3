import { version } from '../../version.js'
import type { Route } from '../route.js'
import { describeOperation } from './operation.js'
import { errorSchemas, headers, sharedResponses } from './responses.js'
import { createSchemaRegistry } from './schema-registry.js'
import { securitySchemes } from './security.js'
import type { OpenApiDocument, Operation } from './types.js'

/** Describes every route in OpenAPI 3.1, from the schemas that validate its requests. */
export function openApiDocument(routes: readonly Route[]): OpenApiDocument {
  const registry = createSchemaRegistry()
  for (const { response } of routes) if (response) registry.describeSchema(response, 'output')
  const paths: Record<string, Record<string, Operation>> = {}
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: describeOperation(route, registry) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Service',
      version,
      description:
        'The public API under `/v1`, the administration API under `/api`, and the API for agents under `/agent-api`.',
    },
    // Relative to the URL of the document.
    servers: [{ url: './' }],
    tags: [...new Set(routes.map(route => route.tag))].map(name => ({ name })),
    paths,
    components: {
      schemas: { ...errorSchemas, ...sorted(registry.named) },
      responses: sharedResponses,
      headers,
      securitySchemes,
    },
  }
}

function sorted<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}
