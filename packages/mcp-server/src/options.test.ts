import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type McpMountOptions, resolveMcpOptions } from './options.js'
import { toolNames } from './tool-names.js'

const logger = vi.fn()
const resolve = (options: object = {}, environment: NodeJS.ProcessEnv = {}) =>
  resolveMcpOptions(options as McpMountOptions, environment, logger)

beforeEach(() => logger.mockReset())

describe('resolveMcpOptions', () => {
  it.each([
    [undefined, ''],
    ['', ''],
    ['/', ''],
    ['ai', '/ai'],
    [' /ai/ ', '/ai'],
    ['//shop//ai_1-x/', '/shop/ai_1-x'],
  ])('reads the base path %j as %j', (basePath, expected) => {
    expect(resolve({ basePath }).basePath).toBe(expected)
  })

  it.each(['/a b', '/a?b', '/.well-known', '/a/../b', '/é', 7])(
    'refuses the base path %j',
    basePath => {
      expect(() => resolve({ basePath })).toThrow(
        `Option 'basePath' is ${JSON.stringify(basePath)}. It must be a path like '/ai': segments of letters, digits, - and _.`,
      )
    },
  )

  it('claims below the base path', () => {
    const { claims } = resolve({ basePath: 'ai' })
    expect([claims('/ai/mcp'), claims('/mcp')]).toEqual([true, false])
  })

  it('refuses an option it does not know, naming those it does', () => {
    expect(() => resolve({ basepath: '/ai' })).toThrow(
      "Unknown option 'basepath' of mountAiMcpServer. The options are: enabledTools, basePath, publicUrl, tokenTtl, allowedOAuthClients. Did you mean 'basePath'?",
    )
    expect(() => resolveMcpOptions(null as never, {}, logger)).toThrow('not null')
  })

  it('takes an origin as public address and nothing more', () => {
    expect(resolve({ publicUrl: 'https://shop.example.com:8443' }).publicUrl).toBe(
      'https://shop.example.com:8443',
    )
    expect(resolve({ publicUrl: 'https://shop.example.com/' }).publicUrl).toBe(
      'https://shop.example.com',
    )
    for (const publicUrl of [
      'https://shop.example.com/ai',
      'https://shop.example.com?x=1',
      'https://ada:secret@shop.example.com',
      'shop.example.com',
      'ftp://shop.example.com',
      7,
    ]) {
      expect(() => resolve({ publicUrl })).toThrow(/^Option 'publicUrl' is .* It must be an origin/)
    }
  })

  it('takes lifetimes and domains of clients, and refuses what is none', () => {
    const tokenTtl = { accessTokenSeconds: 600 }
    expect(resolve({ tokenTtl, allowedOAuthClients: ['example.com'] })).toMatchObject({
      tokenTtl: { access: 600 },
      allowedClients: ['example.com'],
    })
    expect(() => resolve({ tokenTtl: { accessTokenSeconds: 0 } })).toThrow(
      "Option 'tokenTtl.accessTokenSeconds' is 0.",
    )
    expect(() => resolve({ tokenTtl: { access: 600 } })).toThrow(
      "Unknown option 'access' of 'tokenTtl'. The options are: accessTokenSeconds, refreshTokenSeconds.",
    )
    expect(() => resolve({ allowedOAuthClients: ['https://example.com'] })).toThrow(
      'Option \'allowedOAuthClients\' has "https://example.com".',
    )
  })

  it('enables every tool unless told otherwise', () => {
    expect([...resolve().enabledTools]).toEqual(toolNames)
    expect([...resolve({}, { SERVICE_MCP_ENABLED_TOOLS: ' ' }).enabledTools]).toEqual(toolNames)
  })

  it('enables exactly the tools that are named', () => {
    expect([...resolve({ enabledTools: ['list'] }).enabledTools]).toEqual(['list'])
    const environment = { SERVICE_MCP_ENABLED_TOOLS: 'update' }
    expect([...resolve({}, environment).enabledTools]).toEqual(['update'])
    expect(logger).not.toHaveBeenCalled()
  })

  it.each([
    [{ enabledTools: [] }, {}],
    [{}, { SERVICE_MCP_ENABLED_TOOLS: ',' }],
  ])('warns when no tool is enabled: %j %j', (options, environment) => {
    expect([...resolve(options, environment).enabledTools]).toEqual([])
    expect(logger).toHaveBeenCalledExactlyOnceWith('Warn', expect.stringContaining('no tool'))
  })

  it('refuses a tool it does not know and lists the ten there are', () => {
    expect(() => resolve({ enabledTools: ['list', 'lists'] })).toThrow(
      `Option 'enabledTools' has "lists". It must be a list of these: ${toolNames.join(', ')}. Did you mean 'list'?`,
    )
    expect(() => resolve({ enabledTools: 'list' })).toThrow('Option \'enabledTools\' has "list".')
  })

  it('reads the variable, and warns of what is no tool', () => {
    const environment = { SERVICE_MCP_ENABLED_TOOLS: 'list, lists,,update' }
    expect([...resolve({}, environment).enabledTools]).toEqual(['list', 'update'])
    expect(logger).toHaveBeenCalledExactlyOnceWith(
      'Warn',
      expect.stringContaining("SERVICE_MCP_ENABLED_TOOLS names 'lists', which is no tool"),
    )
  })

  it('prefers the option to the variable', () => {
    const environment = { SERVICE_MCP_ENABLED_TOOLS: 'update' }
    expect(resolve({ enabledTools: ['list'] }, environment).enabledTools.has('update')).toBe(false)
  })
})
