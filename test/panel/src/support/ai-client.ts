import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { shop } from './panel-test.js'

const mcpUrl = new URL('/mcp', shop.agentUrl).href

/** A program on somebody's machine that works with the records of the shop in their name. */
export interface AiClient {
  /** The page that asks the person, to be opened in a browser. */
  readonly consentUrl: string
  /** The origin that the browser is led to with the answer. */
  readonly origin: string
  /** Exchanges the code that the browser brought. */
  takeTokens(): Promise<void>
  /** Asks which tools there are; the status of the response. */
  listTools(): Promise<number>
  close(): Promise<void>
}

interface Metadata {
  readonly authorization_endpoint: string
  readonly token_endpoint: string
  readonly registration_endpoint: string
}

/** Registers a client as MCP clients do (RFC 7591), with proof of possession of the code (RFC 7636). */
export async function registerAiClient(name: string): Promise<AiClient> {
  const receiver = await listenForCode()
  const metadata = (await (
    await fetch(new URL('/.well-known/oauth-authorization-server', shop.agentUrl))
  ).json()) as Metadata
  const registered = await post(metadata.registration_endpoint, {
    client_name: name,
    redirect_uris: [receiver.redirectUri],
  })
  const clientId = String(registered.client_id)
  const verifier = randomBytes(32).toString('base64url')
  const consentUrl = new URL(metadata.authorization_endpoint)
  consentUrl.search = String(
    new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: receiver.redirectUri,
      scope: 'mcp:read mcp:write',
      state: 'a state',
      resource: mcpUrl,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }),
  )
  let token = ''
  return {
    consentUrl: consentUrl.href,
    origin: new URL(receiver.redirectUri).origin,
    async takeTokens() {
      const response = await fetch(metadata.token_endpoint, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: receiver.readCode(),
          redirect_uri: receiver.redirectUri,
          client_id: clientId,
          code_verifier: verifier,
        }),
      })
      const tokens = (await response.json()) as { readonly access_token?: string }
      if (!tokens.access_token) throw new Error(JSON.stringify(tokens))
      token = tokens.access_token
    },
    async listTools() {
      const response = await fetch(mcpUrl, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
      })
      await response.body?.cancel()
      return response.status
    },
    close: receiver.close,
  }
}

async function post(url: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Record<string, unknown>
}

/** Where browsers bring the code: a port that the program opens on its machine. */
async function listenForCode() {
  let code = ''
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
    code = searchParams.get('code') ?? code
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<!doctype html><link rel="icon" href="data:,"><p>You can close this window.</p>')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    redirectUri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    readCode: () => code,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
