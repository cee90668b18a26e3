import { isServiceError } from '@service/base'
import type { Call } from '../../http/route.js'

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
    return new Response(page(error.message, request.id), {
      status: error.status,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
        'Cache-Control': 'no-store',
        ...('retryAfter' in error && { 'Retry-After': String(error.retryAfter) }),
      },
    })
  }
}

const page = (message: string, requestId: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Sign-in failed</title></head>
<body>
<h1>Sign-in failed</h1>
<p>${escapeHtml(message)}</p>
<p><small>Request ${escapeHtml(requestId)}</small></p>
</body>
</html>
`

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)
