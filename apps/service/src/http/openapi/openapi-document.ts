import { version } from '../../operations/version.js'
import type { Route } from '../route.js'
import { operationOf } from './operation.js'
import { errorSchemas, headers, sharedResponses } from './responses.js'
import { createSchemaBook } from './schema-book.js'
import { securitySchemes } from './security.js'
import type { OpenApiDocument, Operation } from './types.js'

/** Describes every route in OpenAPI 3.1, from the schemas that validate its requests. */
export function openApiDocument(routes: readonly Route[]): OpenApiDocument {
  const book = createSchemaBook()
  for (const { answer } of routes) if (answer) book.schemaOf(answer, 'output')
  const paths: Record<string, Record<string, Operation>> = {}
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route, book) }
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
    servers: [{ url: '/' }],
    tags: [...new Set(routes.map(route => route.tag))].map(name => ({ name })),
    paths,
    components: {
      schemas: { ...errorSchemas, ...sorted(book.named) },
      responses: sharedResponses,
      headers,
      securitySchemes,
    },
  }
}

function sorted<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}
