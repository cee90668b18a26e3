import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AddressSettings, createMcpUrls } from './addresses.js'

const logger = vi.fn()
const agentUrl = vi.fn<() => Promise<string | undefined>>()
const createBook = (settings: Partial<AddressSettings> = {}) =>
  createMcpUrls({
    basePath: '',
    prefix: '/service',
    service: { agentUrl },
    logger,
    ...settings,
  })

beforeEach(() => {
  logger.mockReset()
  agentUrl.mockReset().mockResolvedValue('https://shop.example.com/service')
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => vi.useRealTimers())

describe('the public address', () => {
  it('is the origin of the agent, with documents and endpoints at its root', async () => {
    expect(await createBook().current()).toEqual({
      issuer: 'https://shop.example.com/',
      resource: 'https://shop.example.com/mcp',
      authorizationEndpoint: 'https://shop.example.com/oauth/authorize',
      tokenEndpoint: 'https://shop.example.com/oauth/token',
      revocationEndpoint: 'https://shop.example.com/oauth/revoke',
      resourceMetadata: 'https://shop.example.com/.well-known/oauth-protected-resource/mcp',
    })
  })

  it('has the base path before the endpoints and after the name of the document', async () => {
    expect(await createBook({ basePath: '/ai' }).current()).toMatchObject({
      issuer: 'https://shop.example.com/ai',
      resource: 'https://shop.example.com/ai/mcp',
      tokenEndpoint: 'https://shop.example.com/ai/oauth/token',
      resourceMetadata: 'https://shop.example.com/.well-known/oauth-protected-resource/ai/mcp',
    })
  })

  it('is the option rather than what the service says, which is not asked then', async () => {
    const book = createBook({ publicUrl: 'https://ai.example.com' })
    await book.check()
    expect(await book.current()).toMatchObject({ resource: 'https://ai.example.com/mcp' })
    expect(agentUrl).not.toHaveBeenCalled()
  })

  it('is asked for once by many requests, and again after a minute without anybody waiting', async () => {
    const book = createBook()
    const [first, second] = await Promise.all([book.current(), book.current()])
    expect(second).toBe(first)
    agentUrl.mockResolvedValue('https://moved.example.com/service')
    vi.advanceTimersByTime(59_000)
    expect(await book.current()).toBe(first)
    expect(agentUrl).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1000)
    expect(await book.current()).toBe(first)
    await vi.waitFor(
      async () =>
        expect(await book.current()).toMatchObject({ resource: 'https://moved.example.com/mcp' }),
      60_000,
    )
    expect(agentUrl).toHaveBeenCalledTimes(2)
  })

  it('stays the same object when it is found to be the same', async () => {
    const book = createBook()
    const first = await book.current()
    vi.advanceTimersByTime(60_000)
    await book.current()
    await new Promise(resolve => setImmediate(resolve))
    expect(await book.current()).toBe(first)
  })

  it('stays the last one while the service is away', async () => {
    const book = createBook()
    const first = await book.current()
    agentUrl.mockRejectedValue(new Error('away'))
    vi.advanceTimersByTime(60_000)
    expect(await book.current()).toBe(first)
    await new Promise(resolve => setImmediate(resolve))
    expect(await book.current()).toBe(first)
    expect(logger).toHaveBeenCalledWith('Error', expect.any(String), new Error('away'))
  })

  it('is a 503 while there is none, whose reason is in the log; asked again after five seconds', async () => {
    agentUrl.mockResolvedValue(undefined)
    const book = createBook()
    for (let request = 0; request < 3; request++) {
      await expect(book.current()).rejects.toMatchObject({
        status: 503,
        code: 'mcp_address_unknown',
      })
    }
    expect(agentUrl).toHaveBeenCalledTimes(1)
    expect(String(logger.mock.calls[0]?.[2])).toMatch(
      /agent's address of the environment .* 'publicUrl'/,
    )
    agentUrl.mockResolvedValue('https://shop.example.com/service')
    vi.advanceTimersByTime(5000)
    expect(await book.current()).toMatchObject({ resource: 'https://shop.example.com/mcp' })
  })
})

describe('the check at start', () => {
  it.each([
    ['', 'https://shop.example.com/admin/service'],
    ['/ai', 'https://shop.example.com'],
    ['/ai', 'https://shop.example.com/'],
    ['/ai', 'https://shop.example.com/service'],
    ['/ai', 'https://shop.example.com/service/'],
  ])('lets base path %j pass with the agent at %s', async (basePath, url) => {
    agentUrl.mockResolvedValue(url)
    await createBook({ basePath }).check()
    expect(logger).not.toHaveBeenCalled()
  })

  it.each([
    [undefined, 'https://shop.example.com/admin/service'],
    [undefined, 'https://shop.example.com/admin'],
    [undefined, 'https://shop.example.com/service/admin/'],
    [undefined, 'https://shop.example.com/services'],
    ['https://ai.example.com', 'https://shop.example.com/admin/service'],
    ['https://shop.example.com', 'https://shop.example.com/admin/service'],
  ])(
    'throws when there is a base path and, with publicUrl %s, the agent is at %s',
    async (publicUrl, url) => {
      agentUrl.mockResolvedValue(url)
      await expect(createBook({ basePath: '/ai', publicUrl }).check()).rejects.toThrow(
        `The option basePath '/ai' needs an agent at the root of its domain: documents of the MCP server are at the root. The agent's address is '${url}'. Leave basePath out, or serve the agent at the root of a domain and set its address at the service.`,
      )
    },
  )

  it('with a publicUrl passes while no address is known to the service', async () => {
    const book = createBook({ basePath: '/ai', publicUrl: 'https://ai.example.com' })
    agentUrl.mockResolvedValue(undefined)
    await book.check()
    expect(logger).not.toHaveBeenCalled()
    agentUrl.mockRejectedValue(new Error('away'))
    await book.check()
    expect(logger).toHaveBeenCalledWith('Warn', expect.any(String), new Error('away'))
  })

  it.each(['http://shop.example.com/service', 'http://10.0.0.1', 'http://localhost.example.com'])(
    'throws for %s, where tokens would travel in the open',
    async url => {
      agentUrl.mockResolvedValue(url)
      await expect(createBook().check()).rejects.toThrow('It must be https')
      expect(() => createBook({ publicUrl: new URL(url).origin })).toThrow('It must be https')
    },
  )

  it.each(['http://localhost:3351', 'http://127.0.0.1:3351/service', 'http://[::1]:3351'])(
    'accepts %s on this machine',
    async url => {
      agentUrl.mockResolvedValue(url)
      await createBook().check()
    },
  )

  it('warns of an address that is not set or cannot be asked for, and passes', async () => {
    agentUrl.mockResolvedValue(undefined)
    await createBook().check()
    expect(logger).toHaveBeenCalledWith('Warn', expect.stringContaining('no address is set'))
    agentUrl.mockRejectedValue(new Error('away'))
    await createBook().check()
    expect(logger).toHaveBeenLastCalledWith('Warn', expect.any(String), new Error('away'))
  })
})
