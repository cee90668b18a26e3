import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenAgent, openAgent } from '../testing/open-agent.js'
import { shop } from '../testing/shop.js'

const MIB = 1024 * 1024

let open: OpenAgent
beforeAll(async () => {
  open = await openAgent(shop())
})
afterAll(() => open.close())

/** A body of two megabytes without a content length. */
function endlessBody(): ReadableStream<Uint8Array> {
  const chunk = new Uint8Array(16 * 1024).fill(0x20)
  let sent = 0
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent >= 2 * MIB) return controller.close()
      sent += chunk.byteLength
      controller.enqueue(chunk)
    },
  })
}

const json = { 'content-type': 'application/json' }

describe('a body before sign-in', () => {
  it('has at most 16 KiB, whatever maxBodySize is', async () => {
    const send = (body: string) =>
      fetch(`${open.url}/authentication`, { method: 'POST', headers: json, body })
    const { status } = await send(`{"renderingId":1${' '.repeat(16 * 1024 - 17)}}`)
    expect(status).toBe(200)
    const refused = await send(`{"renderingId":1${' '.repeat(16 * 1024)}}`)
    expect(refused.status).toBe(413)
    expect(await refused.text()).toContain('larger than the limit of 16384 bytes')
  })

  it('is refused while it arrives', async () => {
    const init = { method: 'POST', headers: json, body: endlessBody(), duplex: 'half' }
    const refused = await fetch(`${open.url}/authentication`, init as RequestInit)
    expect(refused.status).toBe(413)
  })

  it.each(['/orders', '/_actions/orders/0/x', '/_internal/native_query'])(
    'is not read where a session is needed: %s',
    async path => {
      const init = { method: 'POST', headers: json, body: `[${'1,'.repeat(MIB)}` }
      const refused = await fetch(open.url + path, init)
      expect(refused.status).toBe(401)
    },
  )
})

describe('a body after sign-in', () => {
  it('has at most 10 MiB unless an option says otherwise', async () => {
    const large = await open.send('POST', '/orders', `{"x":"${'x'.repeat(10 * MIB)}"}`)
    expect(large.status).toBe(413)
    expect(large.text).toContain('larger than the limit of 10485760 bytes')
  })

  it('that is broken is refused in few words when it is large', async () => {
    const broken = await open.send('POST', '/orders', `[${'1,'.repeat(MIB)}`)
    expect(broken.status).toBe(400)
    expect(broken.text).toContain('"The request body is not valid JSON: ')
    expect(broken.text.length).toBeLessThan(500)
  })

  it.each(['[', '{"a":'])(
    'that nests beyond measure is refused before it is parsed: %s',
    async opening => {
      const nested = await open.send('POST', '/orders', opening.repeat(100_000))
      expect(nested.status).toBe(400)
      expect(nested.text).toContain('nests more than 500 levels deep')
    },
  )

  it('may be a form with very many fields', async () => {
    const fields = Array.from({ length: 200_000 }, (_, index) => `field${index}=1`).join('&')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const refused = await open.send('POST', '/orders', fields, headers)
    expect(refused.status).toBe(400)
  })
})
