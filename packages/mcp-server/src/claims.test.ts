import { describe, expect, it } from 'vitest'
import { createClaims } from './claims.js'

const refusal = (ask: () => unknown) => {
  try {
    return ask()
  } catch (error) {
    const { status, headers } = error as { status: number; headers?: { allow: string } }
    return headers ? `${status} ${headers.allow}` : status
  }
}

describe('claims at the root', () => {
  const { claims, findRoute } = createClaims('')

  it.each([
    '/mcp',
    '/mcp?a=1',
    '/mcp/other',
    '/oauth/authorize?client_id=1',
    '/oauth/anything/below',
    '/.well-known/oauth-authorization-server',
    '/.well-known/security.txt',
  ])('takes %s from the host', url => {
    expect(claims(url)).toBe(true)
  })

  it.each([
    '/',
    '/mcps',
    '/mc',
    '/MCP',
    '/oauth',
    '/oauth2/token',
    '/.well-known',
    '/.well-knownx/y',
    '/ai/mcp',
    '/shop/oauth/token',
    '/?next=/mcp',
  ])('leaves %s to the host', url => {
    expect(claims(url)).toBe(false)
  })

  it.each([
    ['POST', '/mcp', 'protocol'],
    ['OPTIONS', '/mcp', 'protocol'],
    ['GET', '/oauth/authorize?x=1', 'authorize'],
    ['POST', '/oauth/authorize', 'authorize'],
    ['POST', '/oauth/token', 'token'],
    ['POST', '/oauth/revoke', 'revoke'],
    ['GET', '/.well-known/oauth-authorization-server', 'serverMetadata'],
    ['HEAD', '/.well-known/oauth-authorization-server', 'serverMetadata'],
    ['GET', '/.well-known/oauth-protected-resource/mcp', 'resourceMetadata'],
  ])('serves %s %s', (method, url, route) => {
    expect(findRoute(method, url)).toBe(route)
  })

  it.each([
    ['POST', '/oauth/unknown', 404],
    ['POST', '/mcp/', 404],
    ['POST', '/.well-known/openid-configuration', 404],
    ['GET', '/oauth/unknown', '405 POST'],
    ['GET', '/.well-known/openid-configuration', '405 POST'],
    ['DELETE', '/mcp', '405 POST'],
    ['GET', '/mcp', '405 POST'],
    ['GET', '/oauth/token', '405 POST'],
    ['PUT', '/oauth/authorize', '405 GET, HEAD, POST'],
    ['POST', '/.well-known/oauth-authorization-server', '405 GET, HEAD'],
  ])('answers %s %s with %s', (method, url, answer) => {
    expect(refusal(() => findRoute(method, url))).toBe(answer)
  })
})

describe('claims below a base path', () => {
  const { claims, findRoute } = createClaims('/shop/ai')

  it.each([
    '/shop/ai/mcp',
    '/shop/ai/mcp/x',
    '/shop/ai/oauth/token',
    '/.well-known/oauth-authorization-server/shop/ai',
    '/.well-known/oauth-protected-resource/shop/ai/mcp?x=1',
  ])('takes %s from the host', url => {
    expect(claims(url)).toBe(true)
  })

  it.each([
    '/mcp',
    '/oauth/token',
    '/shop/ai',
    '/shop/ai/other',
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-authorization-server/shop/ai/x',
    '/.well-known/oauth-protected-resource/shop/ai',
    '/.well-known/security.txt',
  ])('leaves %s to the host', url => {
    expect(claims(url)).toBe(false)
  })

  it('puts the path before every route and after the names of the documents', () => {
    expect(findRoute('POST', '/shop/ai/mcp')).toBe('protocol')
    expect(findRoute('POST', '/shop/ai/oauth/revoke')).toBe('revoke')
    expect(findRoute('GET', '/.well-known/oauth-authorization-server/shop/ai')).toBe(
      'serverMetadata',
    )
  })

  it('applies also when it is spelled like the endpoint', () => {
    expect(createClaims('/mcp').findRoute('POST', '/mcp/mcp')).toBe('protocol')
  })
})
