import type { Call } from '../../http/route.js'
import { isStoreGone } from '../../store/is-store-gone.js'
import { html } from '../reference/html.js'
import { pageDocument, pageResponse } from '../sign-in-page/page.js'

const RETRY_SECONDS = 5

/** Shows a page that tries again by itself while the database of the service is unavailable. */
export async function withUnavailablePage(
  { deps, request }: Pick<Call, 'deps' | 'request'>,
  run: () => Promise<Response>,
): Promise<Response> {
  try {
    return await run()
  } catch (error) {
    if (!isStoreGone(error)) throw error
    deps.log.warn({ err: error, requestId: request.id }, 'the panel could not be shown')
    deps.metrics.failed('database_unavailable')
    return pageResponse(503, unavailablePage(request.id), { 'Retry-After': String(RETRY_SECONDS) })
  }
}

const unavailablePage = (requestId: string) =>
  pageDocument(
    'The service is unavailable',
    html`<h1>The service is unavailable</h1>
<p>It cannot reach its database. This page tries again every ${RETRY_SECONDS} seconds. Panels that are open already keep working with records.</p>
<p><small>Request ${requestId}</small></p>`,
    html`<meta http-equiv="refresh" content="${RETRY_SECONDS}">`,
  )
