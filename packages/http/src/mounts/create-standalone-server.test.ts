import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import type { HttpHandler } from '../message.js'
import { describeMount } from '../testing/describe-mount.js'
import { createStandaloneServer, type StandaloneServer } from './create-standalone-server.js'

describeMount(
  'createStandaloneServer',
  async ({ handler, serve }) => {
    const server = await createStandaloneServer(handler, { port: 0, host: '127.0.0.1', ...serve })
    return { port: server.port, close: () => server.stop(0) }
  },
  { hasOtherRoutes: false, parsesBodies: false, hasSubPaths: false },
)

const longerThanATest = 600_000

const text = (body: string) => ({ status: 200, headers: {}, body })

async function open(handler: HttpHandler): Promise<StandaloneServer> {
  return createStandaloneServer(() => handler, { port: 0, host: '127.0.0.1' })
}

function ask(server: StandaloneServer, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request({ port: server.port, host: '127.0.0.1', agent }, async response => {
      let body = ''
      for await (const chunk of response) body += chunk
      resolve(body)
    })
    asked.on('error', reject).end()
  })
}

describe('createStandaloneServer', () => {
  it('finishes requests in flight and refuses new ones when it stops', async () => {
    const gate = withResolvers()
    const entered = vi.fn()
    const server = await open(async () => {
      entered()
      await gate.promise
      return text('finished')
    })
    const agent = new Agent({ keepAlive: true })
    const answer = ask(server, agent)
    await vi.waitFor(() => expect(entered).toHaveBeenCalled(), 60_000)
    const stopped = server.stop()
    await expect(fetch(`http://127.0.0.1:${server.port}/`)).rejects.toThrow()
    gate.resolve(undefined)
    expect(await answer).toBe('finished')
    await stopped
    agent.destroy()
  })

  it('closes idle keep-alive connections at once', async () => {
    const server = await open(async () => text('x'))
    const agent = new Agent({ keepAlive: true })
    await ask(server, agent)
    const before = performance.now()
    await server.stop()
    expect(performance.now() - before).toBeLessThan(4_000)
    agent.destroy()
  })

  it('closes connections at once that were opened and never used', async () => {
    const server = await open(async () => text('x'))
    const unused = connect(server.port, '127.0.0.1')
    await once(unused, 'connect')
    const agent = new Agent({ keepAlive: true })
    // Connections are accepted in order, so a response on a later one shows that ours was accepted.
    await ask(server, agent)
    const gone = once(unused.resume(), 'close')
    await server.stop(longerThanATest)
    await gone
    agent.destroy()
  })

  it('answers a request that has begun to arrive when it stops', async () => {
    const server = await open(async () => text('finished'))
    const socket = connect(server.port, '127.0.0.1').setEncoding('utf8')
    const agent = new Agent({ keepAlive: true })
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n')
    await once(socket, 'connect')
    await ask(server, agent)
    const stopped = server.stop(longerThanATest)
    socket.write('\r\n')
    let answer = ''
    for await (const chunk of socket) answer += chunk
    expect(answer).toContain('finished')
    await stopped
    agent.destroy()
  })

  it('cuts requests that take longer than the wait', async () => {
    const server = await open(() => new Promise(() => {}))
    const agent = new Agent()
    const answer = ask(server, agent)
    const refused = expect(answer).rejects.toThrow()
    await vi.waitFor(() => expect(Object.keys(agent.sockets)).toHaveLength(1), 60_000)
    await server.stop(50)
    await refused
  })

  it('can be stopped twice', async () => {
    const server = await open(async () => text('x'))
    await Promise.all([server.stop(), server.stop()])
    await server.stop()
  })

  it('says where it cannot listen and why', async () => {
    const server = await open(async () => text('x'))
    const again = createStandaloneServer(() => async () => text('y'), {
      port: server.port,
      host: '127.0.0.1',
    })
    await expect(again).rejects.toThrow(
      `Cannot listen on 127.0.0.1:${server.port}: listen EADDRINUSE`,
    )
    await server.stop()
  })
})

function withResolvers() {
  let resolve: (value: unknown) => void = () => {}
  const promise = new Promise(done => {
    resolve = done
  })
  return { promise, resolve }
}
