import { isObject } from '@service/base'
import { formatAddress, type PlaceNames, panelRoot } from '../places/address.js'
import { readError } from '../record/read-error.js'

/** What an action answered. */
export type ActionResult =
  | {
      readonly kind: 'message'
      readonly message: string
      readonly html?: string
      /** Relations of the record that have to be read again. */
      readonly refreshed: readonly string[]
    }
  | { readonly kind: 'file'; readonly name: string; readonly mimeType: string }
  | {
      readonly kind: 'webhook'
      readonly url: string
      readonly method: string
      readonly headers: Readonly<Record<string, string>>
      readonly body: unknown
    }
  /** `isInside`: a path of the panel; otherwise an address that is shown before it is opened. */
  | { readonly kind: 'redirect'; readonly to: string; readonly isInside: boolean }
  | {
      readonly kind: 'error'
      readonly message: string
      readonly html?: string
      readonly fields: Readonly<Record<string, readonly string[]>>
      /** Why an approved action did not run, such as `approval_used`. */
      readonly code?: string
      /** Who may approve it instead. */
      readonly roleIds?: readonly number[]
    }
  | { readonly kind: 'approval-needed'; readonly roleIds: readonly number[] }

/** A response as far as it decides about the result. */
export interface ActionResponse {
  readonly status: number
  readonly contentType: string | null
  readonly contentDisposition: string | null
  /** The parsed JSON; undefined for a file. */
  readonly body: unknown
}

/**
 * Reads the response of an action. Addresses of other kinds than http and https are errors.
 *
 * @example
 * readActionResult({ status: 200, contentType: 'application/json', contentDisposition: null, body: { success: 'Done' } }, names)
 */
export function readActionResult(response: ActionResponse, place: PlaceNames): ActionResult {
  const { status, contentType, contentDisposition, body } = response
  if (status >= 400) return readFailure(body)
  const isJson = contentDisposition === null && (contentType ?? '').startsWith('application/json')
  if (!isJson) {
    const mimeType = contentType ?? 'application/octet-stream'
    return { kind: 'file', name: readFileName(contentDisposition ?? ''), mimeType }
  }
  const result = isObject(body) ? body : {}
  if (isObject(result.webhook)) return readWebhook(result.webhook)
  if (typeof result.redirectTo === 'string') return readRedirect(result.redirectTo, place)
  const { relationships } = isObject(result.refresh) ? result.refresh : {}
  return {
    kind: 'message',
    message: typeof result.success === 'string' ? result.success : '',
    ...readHtml(result),
    refreshed: Array.isArray(relationships) ? relationships.map(String) : [],
  }
}

function readFailure(body: unknown): ActionResult {
  const { name, code = '', message, fields, data } = readError(body)
  const ids = data.roleIdsAllowedToApprove
  const roleIds = Array.isArray(ids) ? ids.map(Number) : []
  if (name === 'CustomActionRequiresApprovalError') return { kind: 'approval-needed', roleIds }
  return {
    kind: 'error',
    message,
    ...readHtml(isObject(body) ? body : {}),
    fields,
    ...(/^approval_/.test(code) && { code }),
    ...(name === 'ApprovalNotAllowedError' && { roleIds }),
  }
}

function readHtml({ html }: Readonly<Record<string, unknown>>): { readonly html?: string } {
  return typeof html === 'string' && html !== '' ? { html } : {}
}

function readWebhook(webhook: Readonly<Record<string, unknown>>): ActionResult {
  const { url, method, headers, body } = webhook
  if (!isWebAddress(url)) return refuseAddress(url)
  const entries = Object.entries(isObject(headers) ? headers : {})
  return {
    kind: 'webhook',
    url,
    method: typeof method === 'string' ? method.toUpperCase() : 'POST',
    headers: Object.fromEntries(entries.map(([name, value]) => [name, String(value)])),
    body,
  }
}

function readRedirect(to: string, place: PlaceNames): ActionResult {
  if (!isPath(to)) {
    return isWebAddress(to) ? { kind: 'redirect', to, isInside: false } : refuseAddress(to)
  }
  return { kind: 'redirect', to: resolvePath(to, place), isInside: true }
}

/** Browsers read `//host` and `/\host` as addresses of another host. */
const isPath = (text: string): boolean => /^\/(?![/\\])/.test(text) && !/[\t\n\r]/.test(text)

/** `/orders/12` is below the current place; a path below `/app` is as it is. */
function resolvePath(path: string, place: PlaceNames): string {
  if (path === panelRoot || path.startsWith(`${panelRoot}/`)) return path
  const root = formatAddress({ ...place, screen: { kind: 'home' } })
  const below = /^\/(?:data|dashboards|approvals|inbox|settings)(?:[/?#]|$)/.test(path)
  return `${root}${below ? '' : '/data'}${path}`
}

function isWebAddress(value: unknown): value is string {
  return (
    typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
  )
}

function refuseAddress(address: unknown): ActionResult {
  const message = `The action returned an address that cannot be opened: ${String(address).slice(0, 200)}`
  return { kind: 'error', message, fields: {} }
}

/** Reads the name in a content disposition; `filename*` takes precedence (RFC 6266). */
function readFileName(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  const quoted = /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1]
  const plain = /filename=([^";\s]+)/i.exec(disposition)?.[1]
  const name = decode(encoded) ?? quoted?.replace(/\\(.)/g, '$1') ?? plain ?? ''
  // A name is no path.
  return name.split(/[/\\]/).at(-1) || 'file'
}

function decode(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    return undefined
  }
}
