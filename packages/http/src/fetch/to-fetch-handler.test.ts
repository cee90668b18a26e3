import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { readJson } from '../read-json.js'
import { describeMount } from '../testing/describe-mount.js'
import { listen } from '../testing/listen.js'
import { toFetchHandler } from './to-fetch-handler.js'

const fetchHost = { knowsRemoteAddress: false, parsesBodies: false, hasSubPaths: false }
const untouchedGlobals = { overrideGlobalObjects: false }

describeMount(
  'toFetchHandler',
  ({ handler, serve }) => {
    const fetch = toFetchHandler(request => handler()(request), serve)
    return listen(getRequestListener(request => fetch(request), untouchedGlobals))
  },
  { ...fetchHost, hasOtherRoutes: false },
)

describeMount(
  'toFetchHandler on Hono',
  ({ handler, serve, prefix }) => {
    const fetch = toFetchHandler(request => handler()(request), serve)
    const app = new Hono()
    app.use(async ({ req }, next) => {
      const { pathname, search } = new URL(req.url)
      return serve.claims?.(pathname + search) ? fetch(req.raw) : next()
    })
    app.get('/other', context => context.text('host'))
    app.all(prefix, context => fetch(context.req.raw))
    app.all(`${prefix}/*`, context => fetch(context.req.raw))
    return listen(getRequestListener(app.fetch, untouchedGlobals))
  },
  fetchHost,
)

describe('toFetchHandler', () => {
  const echo = toFetchHandler(async request => ({
    status: 200,
    headers: {},
    body: JSON.stringify({
      url: request.url,
      remote: request.remoteAddress,
      body: await readJson(request, 100).catch(error => error.name),
    }),
  }))
  const post = () =>
    new Request('http://localhost/a?b=1#c', {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'content-type': 'application/json' },
    })

  it('hands on path and query without origin and fragment', async () => {
    expect(await (await echo(post())).json()).toEqual({ url: '/a?b=1', body: { a: 1 } })
  })

  it('uses the body and the address the host knows', async () => {
    const request = post()
    const host = { parsedBody: await request.json(), remoteAddress: '10.0.0.1' }
    expect(await (await echo(request, host)).json()).toMatchObject({
      remote: '10.0.0.1',
      body: { a: 1 },
    })
  })

  it('says so when the host read the body and kept nothing', async () => {
    const request = post()
    await request.text()
    expect(await (await echo(request)).json()).toMatchObject({ body: 'BodyAlreadyReadError' })
  })

  it('ignores the second argument of a Next.js route handler', async () => {
    type RouteHandler = (
      request: Request,
      context: { params: Promise<object> },
    ) => Promise<Response>
    const GET: RouteHandler = echo
    expect((await GET(post(), { params: Promise.resolve({}) })).status).toBe(200)
  })

  it('aborts the signal when the host drops the response', async () => {
    let signal: AbortSignal | undefined
    const fetch = toFetchHandler(async request => {
      signal = request.signal
      return { status: 200, headers: {}, body: forever() }
    })
    const response = await fetch(new Request('http://localhost/'))
    await response.body?.cancel()
    expect(signal?.aborted).toBe(true)
  })
})

async function* forever() {
  for (;;) yield 'x'
}
