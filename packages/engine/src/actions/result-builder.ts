import { UnprocessableError } from '@service/base'
import type { ActionResult, ResultBuilder } from './action-result.js'

const kinds: ReadonlySet<unknown> = new Set<ActionResult['kind']>([
  'success',
  'error',
  'webhook',
  'file',
  'redirect',
])

// RFC 9110 §5: a name is a token, a value has no line breaks.
const headerName = /^[\w!#$%&'*+.^`|~-]+$/
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/

export function createResultBuilder(): ResultBuilder {
  const headers: Record<string, string> = {}
  const builder: ResultBuilder = {
    success: (message = '', { html, invalidated = [] } = {}) => ({
      kind: 'success',
      message,
      html,
      invalidated: [...new Set(invalidated)],
      headers,
    }),
    error: (message = 'Error', { html } = {}) => ({ kind: 'error', message, html, headers }),
    webhook: (url, method = 'POST', headersToSend = {}, body = {}) => ({
      kind: 'webhook',
      url,
      method,
      headersToSend,
      body,
      headers,
    }),
    file: (content, name = 'file', mimeType = 'application/octet-stream') => ({
      kind: 'file',
      content,
      name,
      mimeType,
      headers,
    }),
    redirectTo: path => ({ kind: 'redirect', path, headers }),
    setHeader(name, value) {
      if (!headerName.test(name) || !headerValue.test(value)) {
        throw new UnprocessableError(
          `setHeader cannot set '${name}': a name has no spaces and a value no line breaks.`,
        )
      }
      headers[name.toLowerCase()] = value
      return builder
    },
  }
  return builder
}

/**
 * Reads the result of an action: undefined is a success, and anything else that the builder did not
 * create is an error.
 */
export function readResult(returned: unknown, action: string): ActionResult {
  if (returned === undefined || returned === null) {
    return { kind: 'success', message: 'Success', invalidated: [], headers: {} }
  }
  const kind = typeof returned === 'object' && 'kind' in returned ? returned.kind : undefined
  if (kinds.has(kind)) return returned as ActionResult
  throw new UnprocessableError(
    `'${action}' did not return a result: return what a method of the result builder returns, or nothing.`,
  )
}
