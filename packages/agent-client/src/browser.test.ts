import { createContext, runInContext } from 'node:vm'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from './testing/shop.js'

const source = (path: string) => new URL(path, import.meta.url).pathname

/** The client as a bundler for browsers sees it. */
async function bundle(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    resolve: {
      alias: [
        { find: /^@service\/http$/, replacement: source('../../http/src/browser.ts') },
        { find: /^@service\/([^/]+)$/, replacement: source('../../$1/src/index.ts') },
      ],
    },
    build: {
      write: false,
      minify: false,
      lib: { entry: source('browser.ts'), formats: ['iife'], name: 'client' },
    },
  })
  const [result] = Array.isArray(output) ? output : [output]
  if (!result || !('output' in result)) throw new Error('There is no bundle.')
  return result.output[0].code
}

/** What both platforms have. There is no `Buffer`, `process` or `require`. */
const globals = {
  AbortController,
  AbortSignal,
  DOMException,
  ReadableStream,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  WritableStream,
  btoa,
  clearTimeout,
  fetch,
  queueMicrotask,
  // A browser's timers are numbers.
  setTimeout: (callback: () => void, ms: number) => Number(setTimeout(callback, ms)),
}

describe('the client in a browser', () => {
  let shop: Shop
  let client: typeof import('./browser.js')
  let code: string
  beforeAll(async () => {
    shop = await openShop()
    code = await bundle()
    const context = createContext({ ...globals })
    client = runInContext(`${code};client`, context)
  }, 60_000)
  afterAll(() => shop.close())

  const open = (more: object = {}) => {
    const { agentUrl, token } = shop.options
    return client.createAgentClient({ agentUrl, token, ...more })
  }

  it('needs no module of Node', () => {
    expect(code).not.toMatch(/node:|browser-external|\brequire\(/)
  })

  it('lists records and exports them to a stream of its own', async () => {
    const orders = open().collection('orders')
    expect(
      await orders.list({ fields: ['reference'], sort: { field: 'id', ascending: true } }),
    ).toMatchObject([{ reference: 'O-1' }, { reference: 'O-2' }, { reference: 'O-3' }])
    let text = ''
    const decoder = new TextDecoder()
    const sink = new WritableStream<Uint8Array>({
      write: chunk => {
        text += decoder.decode(chunk)
      },
    })
    await orders.exportCsv(sink, { fields: ['reference'] })
    expect(text).toBe('reference\nO-1\nO-2\nO-3\n')
  })

  it('says what to give it instead of a file', async () => {
    const orders = open({ schemaPath: 'schema.json' }).collection('orders')
    await expect(orders.action('Refund')).rejects.toThrow("set the option 'schema'")
  })
})
