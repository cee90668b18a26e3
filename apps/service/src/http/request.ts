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

/** The facts of a request; a Request-Id sent by the client is kept, so that logs of both sides meet. */
export function factsOf(context: Context<NodeBindings>, config: Config): RequestFacts {
  const { incoming } = context.env
  const { headers } = incoming
  const header = (name: string) => {
    const value = headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }
  const given = header('request-id')
  return {
    id: given !== undefined && SAFE_ID.test(given) ? given : randomUUID(),
    method: context.req.method,
    url: new URL(context.req.url),
    address: clientAddress(
      incoming.socket.remoteAddress,
      header('x-forwarded-for'),
      config.trustedProxies,
    ),
    header,
    cookie: name => cookieOf(header('cookie'), name),
    get signal() {
      return context.req.raw.signal
    },
    breakOff: () => context.env.outgoing.destroy(),
  }
}

function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return undefined
}
