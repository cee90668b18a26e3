import type { ServerResponse } from 'node:http'
import { findClientAddress, keepRequestId, readCookie, type TrustedProxies } from '@service/http'
import type { Context } from 'hono'
import type { ObservedRequest } from './observed-request.js'
import type { RequestInfo } from './request-info.js'

export interface NodeBindings {
  readonly Bindings: { readonly incoming: ObservedRequest; readonly outgoing: ServerResponse }
}

const SAFE_ID = /^[\w.:-]{8,128}$/

/** The information about a request, read lazily. */
export function createRequestFacts(
  context: Context<NodeBindings>,
  proxies: TrustedProxies,
): RequestInfo {
  return new NodeRequestInfo(context, proxies)
}

class NodeRequestInfo implements RequestInfo {
  readonly id: string
  readonly method: string
  readonly address: string
  readonly #context: Context<NodeBindings>
  #url: URL | undefined

  constructor(context: Context<NodeBindings>, proxies: TrustedProxies) {
    this.#context = context
    const { remoteAddress } = context.env.incoming.socket
    this.id = keepRequestId(this.header('request-id'), SAFE_ID)
    this.method = context.req.method
    this.address = findClientAddress(remoteAddress, this.header('x-forwarded-for'), proxies) ?? ''
  }

  get url(): URL {
    this.#url ??= new URL(this.#context.req.url)
    return this.#url
  }

  get search(): string {
    const { url } = this.#context.req
    const at = url.indexOf('?')
    return at < 0 ? '' : url.slice(at)
  }

  get localPort(): number {
    return this.#context.env.incoming.socket.localPort ?? 0
  }

  get signal(): AbortSignal {
    return this.#context.req.raw.signal
  }

  header(name: string): string | undefined {
    const value = this.#context.env.incoming.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }

  cookie(name: string): string | undefined {
    return readCookie(this.header('cookie'), name)
  }

  stopCounting(): void {
    this.#context.env.incoming.stopCounting()
  }

  destroyConnection(): void {
    this.#context.env.outgoing.destroy()
  }
}
