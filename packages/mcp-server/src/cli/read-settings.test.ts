import { describe, expect, it, vi } from 'vitest'
import { readSettings } from './read-settings.js'

const logger = vi.fn()
const required = {
  SERVICE_ENV_SECRET: '0'.repeat(64),
  SERVICE_AUTH_SECRET: 'an auth secret of at least 32 characters',
  SERVICE_SERVER_URL: 'https://service.example.com',
}
const read = (environment: NodeJS.ProcessEnv = {}) =>
  readSettings({ ...required, ...environment }, logger)

describe('the variables of the standalone server', () => {
  it('are three at least; the rest has defaults', () => {
    const { mcp, ...settings } = read()
    expect(settings).toEqual({
      envSecret: '0'.repeat(64),
      authSecret: 'an auth secret of at least 32 characters',
      serverUrl: 'https://service.example.com',
      port: 3931,
      host: '127.0.0.1',
    })
    expect(mcp).toMatchObject({ publicUrl: 'http://localhost:3931', basePath: '' })
    expect(mcp.enabledTools.size).toBe(10)
  })

  it('set everything else', () => {
    expect(
      read({
        HOST: '0.0.0.0',
        MCP_SERVER_PORT: '0',
        SERVICE_AGENT_URL: 'http://10.0.0.7:3351/admin/',
        SERVICE_MCP_SERVER_URL: 'https://ai.example.com',
        SERVICE_MCP_ENABLED_TOOLS: 'list',
        SERVICE_MCP_ALLOWED_OAUTH_CLIENTS: 'example.com, example.org',
        SERVICE_MCP_ACCESS_TOKEN_TTL_SECONDS: '600',
        SERVICE_MCP_REFRESH_TOKEN_TTL_SECONDS: '86400',
      }),
    ).toMatchObject({
      host: '0.0.0.0',
      port: 0,
      agentUrl: 'http://10.0.0.7:3351/admin',
      mcp: {
        publicUrl: 'https://ai.example.com',
        enabledTools: new Set(['list']),
        allowedClients: ['example.com', 'example.org'],
        tokenTtl: { access: 600, refresh: 86_400 },
      },
    })
  })

  it.each([
    ['SERVICE_AGENT_ULR', 'SERVICE_AGENT_URL'],
    ['MCP_SERVER_PROT', 'MCP_SERVER_PORT'],
  ])('are refused when misspelt: %s', (twin, name) => {
    expect(() => read({ [twin]: '1', MCP_OTHER: 'of somebody else' })).toThrow(
      new RegExp(`^${twin} is not known\\..*Did you mean '${name}'\\?$`),
    )
  })

  it('find the agent below the usual prefix when its address has no path', () => {
    expect(read({ SERVICE_AGENT_URL: 'http://10.0.0.7:3351' }).agentUrl).toBe(
      'http://10.0.0.7:3351/service',
    )
  })

  it.each([
    ['SERVICE_ENV_SECRET', '', 'is missing. It must be 64 lower-case hexadecimal digits.'],
    ['SERVICE_ENV_SECRET', 'abc', 'is wrong. It must be 64 lower-case hexadecimal digits.'],
    [
      'SERVICE_AUTH_SECRET',
      '',
      'is missing. It must be the auth secret of the agent, at least 32 characters.',
    ],
    ['SERVICE_SERVER_URL', '', 'is missing. It must be an address like https://service.'],
    ['SERVICE_SERVER_URL', 'service', 'is wrong. It must be an address like https://service.'],
    ['SERVICE_AGENT_URL', 'ftp://x', 'is wrong. It must be an address like https://shop.'],
    ['MCP_SERVER_PORT', '70000', "is '70000'. It must be a port: a whole number from 0 to 65535."],
    ['MCP_SERVER_PORT', '0', 'is 0, any free port. Clients need to know where'],
    [
      'SERVICE_MCP_SERVER_URL',
      'https://x.example/ai',
      'is "https://x.example/ai". It must be an origin',
    ],
    [
      'SERVICE_MCP_ALLOWED_OAUTH_CLIENTS',
      'http://x.example',
      'has "http://x.example". It must be a domain',
    ],
    ['SERVICE_MCP_ALLOWED_OAUTH_CLIENTS', ' , ', 'is []. It must be a list of at least one domain'],
    [
      'SERVICE_MCP_ACCESS_TOKEN_TTL_SECONDS',
      '1.5',
      "is '1.5'. It must be a whole number of seconds",
    ],
    [
      'SERVICE_MCP_REFRESH_TOKEN_TTL_SECONDS',
      '-1',
      "is '-1'. It must be a whole number of seconds",
    ],
  ])('are named when they are wrong: %s=%s', (name, value, message) => {
    expect(() => read({ [name]: value })).toThrow(`The variable ${name} ${message}`)
  })

  it('are not repeated where they may be secrets', () => {
    expect(() => read({ SERVICE_SERVER_URL: 'hunter2' })).not.toThrow('hunter2')
  })
})
