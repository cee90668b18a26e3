import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Context } from 'hono'
import type { Config } from '../config.js'
import { clientAddress } from './client-address.js'
import type { ObservedRequest } from './observed-request.js'
import type { RequestFacts } from './request-facts.js'

export interface NodeBindings {
  readonly Bindings: { readonly incoming: ObservedRequest; readonly outgoing: ServerResponse }
}

const SAFE_ID = /^[\w.:-]{8,128}$/

/** The facts of a request, read when they are asked for. */
export function factsOf(context: Context<NodeBindings>, config: Config): RequestFacts {
  return new NodeRequestFacts(context, config)
}

class NodeRequestFacts implements RequestFacts {
  readonly id: string
  readonly method: string
  readonly address: string
  readonly #context: Context<NodeBindings>
  #url: URL | undefined

  constructor(context: Context<NodeBindings>, { trustedProxies }: Config) {
    this.#context = context
    const { remoteAddress } = context.env.incoming.socket
    // A Request-Id sent by the client is kept, so that logs of both sides meet.
    const given = this.header('request-id')
    this.id = given !== undefined && SAFE_ID.test(given) ? given : randomUUID()
    this.method = context.req.method
    this.address = clientAddress(remoteAddress, this.header('x-forwarded-for'), trustedProxies)
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

  get signal(): AbortSignal {
    return this.#context.req.raw.signal
  }

  header(name: string): string | undefined {
    const value = this.#context.env.incoming.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }

  cookie(name: string): string | undefined {
    return cookieOf(this.header('cookie'), name)
  }

  leave(): void {
    this.#context.env.incoming.leave()
  }

  breakOff(): void {
    this.#context.env.outgoing.destroy()
  }
}

function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return undefined
}
