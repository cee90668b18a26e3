import { isObject, ValidationError } from '@service/base'
import { createRouter, jsonResponse, type RouteMatch, RouteNotFoundError } from '@service/http'
import type { DownloadLink } from '@service/protocol'
import { downloadParameter } from '../auth/download-links.js'
import { decodeNames } from '../decode-names.js'
import { bodyObject } from './body-object.js'
import { csv } from './csv.js'
import { relatedCsv } from './related-csv.js'
import type { ExportRoute, PrivateRoute } from './route.js'

const findExport = createRouter<ExportRoute>(
  [csv, relatedCsv].map(route => ({ method: route.method, path: route.path, handler: route })),
)

/**
 * Returns a URL that a browser can open without a session to save a CSV export. What the export would
 * refuse is refused here already, since nobody reads the errors of a download.
 */
export const downloadLinks: PrivateRoute = {
  method: 'POST',
  path: '/_internal/download-links',
  readsOnly: true,
  handler: async context => {
    const { runtime, request } = context
    const { path, query } = parseRequest(await bodyObject(context))
    const { handler: route, params } = matchExport(path)
    route.checkExport({ ...context, params: decodeNames(params), query })
    const { token, expiresAt } = await runtime.gateway.signDownload(request, `${path}?${query}`)
    const parameters = `${query}${query === '' ? '' : '&'}${downloadParameter}=${token}`
    const link: DownloadLink = {
      url: `${runtime.options.prefix}${path}?${parameters}`,
      expiresAt: new Date(expiresAt).toISOString(),
    }
    return jsonResponse(200, link, { 'cache-control': 'no-store' })
  },
}

function parseRequest({ path, query = {} }: Readonly<Record<string, unknown>>) {
  if (typeof path !== 'string' || !/^\/[^?#]*$/.test(path)) throw wrongPath()
  const isQuery = isObject(query) && Object.values(query).every(value => typeof value === 'string')
  if (!isQuery || downloadParameter in query) {
    throw new ValidationError(
      '\'query\' must be an object of parameters, like {"timezone":"Europe/Paris","sort":"-id"}.',
    )
  }
  const parameters = new URLSearchParams(query as Readonly<Record<string, string>>)
  return { path, query: parameters.toString() }
}

function matchExport(path: string): RouteMatch<ExportRoute> {
  try {
    return findExport('GET', path)
  } catch (error) {
    throw error instanceof RouteNotFoundError ? wrongPath() : error
  }
}

function wrongPath(): ValidationError {
  return new ValidationError(
    "'path' must be the path of a CSV export, like '/orders.csv' or '/orders/1/relationships/products.csv'.",
  )
}
