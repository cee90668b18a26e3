import { isObject, parseJson, withoutTrailing } from '@service/base'
import { describeReason } from './finding.js'

const TIMEOUT = 5_000

/** What responds at a URL. */
export type Probe =
  | { readonly kind: 'service' }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'other'; readonly status: number }
  | { readonly kind: 'unreachable'; readonly reason: string }

/** Asks whether a service responds at a URL. */
export async function probeService(base: string, path = '/healthz'): Promise<Probe> {
  try {
    const response = await fetchOnce(`${withoutTrailing(base, '/')}${path}`)
    const to = response.headers.get('location')
    if (to !== null) return { kind: 'redirect', to }
    const body = parseJson(await response.text())
    const isService =
      response.ok && isObject(body) && body.status === 'ok' && response.headers.has('request-id')
    return isService ? { kind: 'service' } : { kind: 'other', status: response.status }
  } catch (error) {
    return { kind: 'unreachable', reason: describeReason(error) }
  }
}

/** A request that ends soon and follows no redirect. */
export const fetchOnce = (url: string): Promise<Response> =>
  fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT) })
