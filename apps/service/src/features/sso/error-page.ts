import { isServiceError } from '@service/base'
import type { Call } from '../../http/route.js'
import { html } from '../reference/html.js'
import { pageDocument, pageResponse } from '../sign-in-page/page.js'

/** Runs a handler for browsers and turns a service error into an HTML page. */
export async function withErrorPage(
  { request, deps }: Pick<Call, 'request' | 'deps'>,
  run: () => Promise<Response>,
): Promise<Response> {
  try {
    return await run()
  } catch (error) {
    if (!isServiceError(error) || !request.header('accept')?.includes('text/html')) throw error
    deps.log.info({ err: error, requestId: request.id }, 'a sign-in was refused')
    return pageResponse(error.status, errorPage(error.message, request.id), {
      ...('retryAfter' in error && { 'Retry-After': String(error.retryAfter) }),
    })
  }
}

const errorPage = (message: string, requestId: string) =>
  pageDocument(
    'Sign-in failed',
    html`<h1>Sign-in failed</h1>
<p>${message}</p>
<p><a href="/">Sign in again</a></p>
<p><small>Request ${requestId}</small></p>`,
  )
