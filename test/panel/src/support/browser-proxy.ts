import {
  createServer,
  request as forward,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { type FaultProxy, startFaultProxy } from '@service/test-support'

/** A request of the browser that passes the proxy. */
export interface PassingRequest {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** What happens to a request instead of, or before, it is passed on. */
type Fault =
  | { readonly status: number; readonly headers?: OutgoingHttpHeaders; readonly body?: string }
  /** Passed on when this resolves. */
  | { readonly holdUntil: Promise<void> }
  /** Passed on; the answer is lost. */
  | { readonly isAnswerLost: true }
  /** Passed on, changed on the way. */
  | { readonly change: Change }

interface Change {
  readonly requestHeaders?: HeaderChange
  readonly requestBody?: string
  readonly responseHeaders?: HeaderChange
}

/** Other values of headers; undefined removes one. */
type HeaderChange = Readonly<Record<string, string | undefined>>

/** Decides about a request; undefined lets it pass. */
type Rule = (request: PassingRequest) => Fault | undefined

/** An HTTP proxy of one browser context, between the browser and every server. */
export interface BrowserProxy {
  /** For the option `proxy` of a context. */
  readonly server: string
  /** Everything that passed, newest last. */
  readonly passed: readonly PassingRequest[]
  /** Adds a rule, which is asked before the older ones; the result removes it. */
  add(rule: Rule): () => void
  /** The connections to a server: to cut, refuse and hold them. */
  to(url: string): Promise<FaultProxy>
  close(): Promise<void>
}

/** Starts a proxy whose connections go through fault proxies, one for each server. */
export async function startBrowserProxy(): Promise<BrowserProxy> {
  const ways = new Map<string, Promise<FaultProxy>>()
  const passed: PassingRequest[] = []
  let rules: Rule[] = []
  const findWay = (url: URL): Promise<FaultProxy> => {
    const way = ways.get(url.port) ?? startFaultProxy(Number(url.port))
    ways.set(url.port, way)
    return way
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '')
    const body = await readAll(incoming)
    const { method = 'GET', headers } = incoming
    const request = { method, url, headers, body }
    passed.push(request)
    const fault = rules.map(rule => rule(request)).find(found => found !== undefined)
    if (fault && 'status' in fault) return respond(response, request, fault)
    if (fault && 'holdUntil' in fault) await fault.holdUntil
    const { port } = await findWay(url)
    const path = url.pathname + url.search
    const change: Change = fault && 'change' in fault ? fault.change : {}
    const sentBody = change.requestBody ?? body
    const sentHeaders = changeHeaders(headers, {
      ...change.requestHeaders,
      ...(sentBody !== body && { 'content-length': `${Buffer.byteLength(sentBody)}` }),
    })
    const sent = { port, host: '127.0.0.1', method, path, headers: sentHeaders }
    const outgoing = forward(sent, answer => {
      if (fault && 'isAnswerLost' in fault) {
        answer.resume()
        answer.on('end', () => response.destroy())
        return
      }
      const answered = changeHeaders(answer.headers, change.responseHeaders ?? {})
      response.writeHead(answer.statusCode ?? 502, answered)
      answer.pipe(response)
      answer.on('error', () => response.destroy())
      answer.on('close', () => answer.complete || response.destroy())
    })
    outgoing.on('error', () => response.destroy())
    response.on('close', () => outgoing.destroy())
    outgoing.end(sentBody)
  }

  const server = createServer((incoming, response) => {
    serve(incoming, response).catch(() => response.destroy())
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    server: `http://127.0.0.1:${port}`,
    passed,
    add(rule) {
      rules = [rule, ...rules]
      return () => {
        rules = rules.filter(one => one !== rule)
      }
    },
    to: url => findWay(new URL(url)),
    async close() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
      for (const way of ways.values()) await (await way).close()
    },
  }
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** The browser shows the response of another origin to the page only with these headers. */
function respond(
  response: ServerResponse,
  { headers: { origin } }: PassingRequest,
  { status, headers = {}, body = '' }: Extract<Fault, { readonly status: number }>,
): void {
  response.writeHead(status, {
    ...(origin && {
      'access-control-allow-origin': origin,
      'access-control-allow-headers': 'authorization, content-type',
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-expose-headers': 'retry-after, x-service-correlation-id',
    }),
    'content-type': 'application/json',
    ...headers,
  })
  response.end(body)
}

function changeHeaders(
  headers: IncomingMessage['headers'],
  changes: HeaderChange,
): OutgoingHttpHeaders {
  const entries = Object.entries({ ...headers, ...changes })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
