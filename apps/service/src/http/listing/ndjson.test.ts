import { once } from 'node:events'
import { get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { type HttpBindings, serve } from '@hono/node-server'
import { afterEach, describe, expect, it } from 'vitest'
import { type NextItems, ndjsonBody } from './ndjson.js'

const PAGE = Array.from({ length: 1000 }, (_, index) => ({ index, text: 'x'.repeat(1000) }))

describe('ndjsonBody', () => {
  let server: Server | undefined
  afterEach(async () => {
    server?.close()
    server = undefined
  })

  /** Serves a body over HTTP and asks for it. */
  async function request(next: NextItems): Promise<IncomingMessage> {
    const started = serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: (_, env) => {
        const { outgoing } = env as HttpBindings
        return new Response(ndjsonBody(PAGE, next, () => outgoing.destroy()))
      },
    }) as Server
    server = started
    await once(started, 'listening')
    const { port } = started.address() as AddressInfo
    const [response] = await once(get({ host: '127.0.0.1', port }), 'response')
    return response
  }

  it('sends one object per line until there are no more', async () => {
    const pages = [[{ a: 1 }, { b: 'line\nbreak' }], [{ c: null }]]
    const response = await request(async () => pages.shift() ?? [])
    let text = ''
    for await (const chunk of response.setEncoding('utf8')) text += chunk
    const lines = text.trimEnd().split('\n')
    expect(lines.slice(1000)).toEqual(['{"a":1}', '{"b":"line\\nbreak"}', '{"c":null}'])
    expect(lines.slice(0, 1000).map(line => JSON.parse(line))).toEqual(PAGE)
  })

  it('reads no further than a client that does not read, and stops when it leaves', async () => {
    let pages = 0
    const response = await request(async () => {
      pages++
      return PAGE
    })
    response.pause()
    const whileWaiting = await settled(() => pages)
    expect(whileWaiting).toBeLessThan(50)
    response.resume()
    await once(response, 'data')
    response.destroy()
    const afterLeaving = await settled(() => pages)
    await setTimeout(50)
    expect(pages).toBe(afterLeaving)
  })

  it('breaks the connection when reading fails on the way', async () => {
    let pages = 0
    const response = await request(async () => {
      if (++pages === 3) throw new Error('the database went away')
      return PAGE
    })
    const read = async () => {
      for await (const _ of response);
    }
    await expect(read()).rejects.toThrow('aborted')
    expect(response.complete).toBe(false)
  })
})

/** The value once it has not changed for a while. */
async function settled(read: () => number): Promise<number> {
  for (let last = -1; ; ) {
    await setTimeout(100)
    if (read() === last) return last
    last = read()
  }
}
