import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  Client,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { createOAuthMemory } from '@service/test-support'
import { type Browser, createBrowser, type Page } from './browser.js'
import type { Person } from './open-service.js'
import { passForm } from './sign-in-at-agent.js'

/** A program on somebody's machine that speaks MCP, and what it holds. */
export interface McpProgram {
  readonly client: Client
  readonly tokens: StoredOAuthTokens
  readonly clientId: string
  close(): Promise<void>
}

/** Connects as programs do: it is refused, registers itself, and asks the person in a browser. */
export async function connectMcp(mcpUrl: string, person: Person): Promise<McpProgram> {
  const receiver = await listenForCode()
  let askAt = ''
  const memory = createOAuthMemory(receiver.redirectUrl, url => {
    askAt = url.href
  })
  const createTransport = () =>
    new StreamableHTTPClientTransport(new URL(mcpUrl), { authProvider: memory.provider })
  const refused = createTransport()
  const first = new Client({ name: 'Notebook', version: '1' })
  await first.connect(refused).then(
    () => Promise.reject(new Error('It was let in without asking.')),
    () => {},
  )
  const browser = createBrowser()
  const asked = await passForm(browser, await browser.visit(askAt), person)
  await allow(browser, asked)
  await refused.finishAuth(receiver.code())
  const client = new Client({ name: 'Notebook', version: '1' })
  await client.connect(createTransport())
  return {
    client,
    get tokens() {
      const tokens = memory.tokens()
      if (!tokens) throw new Error('No tokens were given.')
      return tokens
    },
    get clientId() {
      return memory.clientId()
    },
    async close() {
      await client.close()
      await receiver.close()
    },
  }
}

/** Presses "Allow" on the page that asks. */
async function allow(browser: Browser, { url, status, text }: Page): Promise<Page> {
  if (!text.includes('Allow access?')) throw new Error(`No question, but ${status}: ${text}`)
  const fields = Array.from(
    text.matchAll(/<input type="(hidden|checkbox)" name="([^"]*)" value="([^"]*)"/g),
  )
  const form = Object.fromEntries(fields.map(([, , name, value]) => [name, plain(value ?? '')]))
  return browser.visit(new URL('/oauth/authorize', url).href, { ...form, decision: 'allow' })
}

const plain = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** Where browsers bring the code: a port that a program opens on its machine. */
async function listenForCode() {
  let code = ''
  const server = createServer((request, response) => {
    code = new URL(request.url ?? '/', 'http://localhost').searchParams.get('code') ?? ''
    response.end('You can close this window.')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    redirectUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    code: () => code,
    close() {
      server.closeAllConnections()
      return new Promise(resolve => server.close(resolve))
    },
  }
}
