import { openApiDocument } from '../../http/openapi/openapi-document.js'
import { openRoute, type Route } from '../../http/route.js'
import { PAGE_POLICY, referencePage } from './reference-page.js'

const CACHE = 'public, max-age=300'

/** The OpenAPI document and the reference page. Both are built once, at the first request. */
export function referenceRoutes(all: () => readonly Route[]): readonly Route[] {
  const made = memoize(() => {
    const document = openApiDocument(all())
    return { json: JSON.stringify(document), page: referencePage(document) }
  })
  return [
    openRoute(
      {
        method: 'get',
        path: '/openapi.json',
        tag: 'Operations',
        summary: 'Describe this API in OpenAPI 3.1',
      },
      async () => respond(made().json, { 'Content-Type': 'application/json; charset=utf-8' }),
    ),
    openRoute(
      {
        method: 'get',
        path: '/docs',
        tag: 'Operations',
        summary: 'Reference of this API as a web page',
        contentType: 'text/html',
      },
      async () =>
        respond(made().page, {
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Security-Policy': PAGE_POLICY,
        }),
    ),
  ]
}

const respond = (body: string, headers: Record<string, string>) =>
  new Response(body, { headers: { ...headers, 'Cache-Control': CACHE } })

function memoize<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
