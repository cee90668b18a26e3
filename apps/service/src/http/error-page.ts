import { html } from '../features/reference/html.js'
import { pageResponse, problemPage } from '../features/sign-in-page/page.js'
import type { ErrorResponse } from './error-response.js'
import type { RequestInfo } from './request-info.js'

/** The interfaces for programs, which get every error as data. */
const PROGRAM_PATHS = /^\/(?:api|v1|agent-api|oidc|oauth|\.well-known)(?:\/|$)/

/** Whether a browser shows the response to a person: it navigates, and asks for HTML. */
export function isPageRequest(request: RequestInfo): boolean {
  const accepted = request.header('accept') ?? ''
  return accepted.includes('text/html') && !PROGRAM_PATHS.test(request.url.pathname)
}

const titles: Readonly<Record<number, string>> = {
  401: 'You are not signed in',
  403: 'This is not allowed',
  404: 'There is nothing here',
  405: 'There is nothing here',
  413: 'This is too large',
  429: 'Too many requests',
  503: 'The service is unavailable',
}

/** An error as a page in the look of the others. */
export function errorPage({ status, body, headers }: ErrorResponse, requestId: string): Response {
  const reason = 'message' in body ? String(body.message) : ''
  const title = titles[status] ?? (status < 500 ? 'This did not work' : 'Something went wrong')
  const page = problemPage(
    title,
    reason,
    html`<p><a href="/app">Open the panel</a></p>
<p><small>Request ${requestId}</small></p>`,
  )
  return pageResponse(status, page, { 'Request-Id': requestId, ...headers })
}
