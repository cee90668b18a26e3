import type { AddressInfo } from 'node:net'
import express from 'express'
import fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, it } from 'vitest'
import { describeMount, type OpenHost } from '../testing/describe-mount.js'
import { mountOnFastify } from './mount-on-fastify.js'

const open: OpenHost = async options => {
  const app = fastify({ forceCloseConnections: true })
  if (options.parsesBodies) parseWithMiddleware(app)
  const { prefix, handler, serve } = options
  if (options.subPath) {
    app.register(async scope => mountOnFastify(scope, prefix, handler, serve), {
      prefix: options.subPath,
    })
  } else {
    mountOnFastify(app, prefix, handler, serve)
  }
  app.get('/other', async () => 'host')
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { port: readPort(app), close: () => app.close() }
}

/** Does what @fastify/express does: Express middleware runs on the raw request, before Fastify. */
function parseWithMiddleware(app: FastifyInstance): void {
  for (const parse of [express.json(), express.urlencoded({ extended: true })]) {
    app.addHook('onRequest', (request, reply, done) => {
      parse(request.raw as express.Request, reply.raw as express.Response, done)
    })
  }
}

const readPort = (app: FastifyInstance) => (app.server.address() as AddressInfo).port

describeMount('mountOnFastify', open)

describe('mountOnFastify', () => {
  it('keeps the headers and the refusals of the hooks of the host', async () => {
    const app = fastify()
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('x-frame-options', 'DENY')
    })
    app.addHook('preHandler', async (request, reply) => {
      if (request.url.endsWith('refused')) await reply.code(429).send('slow down')
    })
    mountOnFastify(app, '/service', () => async () => ({ status: 200, headers: {}, body: 'ok' }))
    await app.listen({ port: 0, host: '127.0.0.1' })
    const origin = `http://127.0.0.1:${readPort(app)}`
    const answered = await fetch(`${origin}/service/books`)
    expect([answered.status, answered.headers.get('x-frame-options')]).toEqual([200, 'DENY'])
    expect((await fetch(`${origin}/service/refused`)).status).toBe(429)
    await app.close()
  })

  it('serves claimed paths before the routes of plugins, after the hooks of the host', async () => {
    const app = fastify()
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('x-frame-options', 'DENY')
    })
    const claims = (url: string) => url === '/oauth/token'
    mountOnFastify(app, '/service', () => async () => ({ status: 200, headers: {}, body: 'ok' }), {
      claims,
    })
    app.register(async scope => scope.all('/oauth/*', async () => 'host'))
    const respond = async (path: string) => {
      const { body, headers } = await app.inject({ method: 'POST', url: path })
      return [body, headers['x-frame-options']]
    }
    expect(await respond('/oauth/token')).toEqual(['ok', 'DENY'])
    expect(await respond('/oauth/other')).toEqual(['host', 'DENY'])
    await app.close()
  })

  it('leaves the body parsers of the host to its own routes', async () => {
    const app = fastify()
    mountOnFastify(app, '/service', () => async () => ({ status: 204, headers: {} }))
    app.post('/own', async request => request.body)
    const response = await app.inject({ method: 'POST', url: '/own', payload: { a: 1 } })
    expect(response.json()).toEqual({ a: 1 })
    await app.close()
  })
})
