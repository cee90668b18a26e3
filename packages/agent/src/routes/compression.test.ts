import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { createMemoryDataSource } from '@service/datasource-memory'
import type { DataSourceFactory } from '@service/datasource-toolkit'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type OpenAgent, type OpenOptions, openAgent } from '../testing/open-agent.js'

let open: OpenAgent | undefined

afterEach(async () => {
  await open?.close()
  open = undefined
})

const records = Array.from({ length: 5000 }, (_, id) => ({ id, title: `Zoë's book ${id}` }))
const books = (): DataSourceFactory =>
  createMemoryDataSource({
    books: {
      columns: { id: { type: 'Number', isPrimaryKey: true }, title: 'String' },
      records,
    },
  })

async function start(options?: OpenOptions): Promise<OpenAgent> {
  open = await openAgent(books(), options)
  return open
}

async function ask({ url, token }: OpenAgent, path: string, acceptEncoding?: string) {
  const request = get(`${url}${path}timezone=UTC`, {
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      ...(acceptEncoding !== undefined && { 'accept-encoding': acceptEncoding }),
    },
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { request, response }
}

async function readAll(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return Buffer.concat(chunks)
}

describe('a response', () => {
  it.each(['/books?page[size]=500&', '/books.csv?'])('is compressed on request: %s', async path => {
    const agent = await start()
    const { response: plain } = await ask(agent, path)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.headers.vary).toBe('origin')
    const { response: small } = await ask(agent, path, 'gzip, deflate, br')
    expect(small.headers['content-encoding']).toBe('br')
    expect(small.headers.vary).toBe('origin, accept-encoding')
    const [whole, compressed] = [await readAll(plain), await readAll(small)]
    expect(brotliDecompressSync(compressed).equals(whole)).toBe(true)
    expect(compressed.byteLength).toBeLessThan(whole.byteLength / 4)
  })

  it('is as before with compression: false, and when it is small', async () => {
    const agent = await start({ compression: false })
    const { response } = await ask(agent, '/books?page[size]=500&', 'gzip')
    expect(response.headers['content-encoding']).toBeUndefined()
    expect(response.headers.vary).toBe('origin')
    expect(Number(response.headers['content-length'])).toBe((await readAll(response)).byteLength)
    await agent.close()
    const other = await start()
    const { response: count } = await ask(other, '/books/count?', 'gzip')
    expect(count.headers['content-encoding']).toBeUndefined()
    expect((await readAll(count)).toString()).toBe('{"count":5000}')
  })
})

describe('a compressed export', () => {
  it('stops reading when the client disconnects', async () => {
    const lists = vi.fn()
    const slow: DataSourceFactory = async (logger, restart) => {
      const source = await books()(logger, restart)
      const collections = source.collections.map(collection => ({
        ...collection,
        name: collection.name,
        schema: collection.schema,
        aggregate: collection.aggregate.bind(collection),
        create: collection.create.bind(collection),
        update: collection.update.bind(collection),
        delete: collection.delete.bind(collection),
        list: async (...call: Parameters<typeof collection.list>) => {
          lists()
          await new Promise(resolve => setTimeout(resolve, 30))
          return collection.list(...call)
        },
        listCells: undefined,
        listChunks: undefined,
      }))
      return { ...source, collections }
    }
    open = await openAgent(slow)
    const { request } = await ask(open, '/books.csv?', 'gzip')
    request.destroy()
    await new Promise(resolve => setTimeout(resolve, 100))
    const begun = lists.mock.calls.length
    expect(begun).toBeLessThan(6)
    await new Promise(resolve => setTimeout(resolve, 150))
    expect(lists.mock.calls.length).toBe(begun)
  })
})
