import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AiProviderOptions, createAiProvider } from '@service/ai-proxy'
import type { SchemaFile } from '@service/protocol'
import { createInProcessService } from '@service/service-client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAgent } from '../agent.js'
import { type OpenAgent, type OpenOptions, openAgent, readError } from '../testing/open-agent.js'
import { shop } from '../testing/shop.js'

const apiKey = 'sk-test-0123456789'
const path = '/_internal/ai-proxy/ai-query'
const question = { messages: [{ role: 'user', content: 'Hello' }] }

const server = createServer(async (request, response) => {
  let text = ''
  for await (const piece of request) text += piece
  asked.push(JSON.parse(text))
  reply(response)
})
let asked: unknown[]
/** Sends the response of the provider. */
let reply: (response: ServerResponse) => unknown
let open: OpenAgent | undefined
let lines: string[]

beforeEach(async () => {
  asked = []
  lines = []
  reply = answered(200, { choices: [{ index: 0, message: { content: 'Hi' } }] })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})

afterEach(async () => {
  await open?.close()
  open = undefined
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
})

function answered(status: number, body: object, headers: Record<string, string> = {}) {
  return (response: ServerResponse) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body))
}

/** Lets the test write what the provider streams. */
function streamed(): Promise<ServerResponse> {
  return new Promise(resolve => {
    reply = response => {
      resolve(response.writeHead(200, { 'content-type': 'text/event-stream' }))
      response.flushHeaders()
    }
  })
}

const provider = (options: Partial<AiProviderOptions> = {}) =>
  createAiProvider({
    name: 'assistant',
    provider: 'openai',
    apiKey,
    model: 'gpt-5-mini',
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...options,
  })

async function start(
  options: OpenOptions & { ai?: Partial<AiProviderOptions> } = {},
): Promise<OpenAgent> {
  const { ai, ...others } = options
  open = await openAgent(shop(), {
    customize: agent => agent.addAi(provider(ai)),
    loggerLevel: 'Debug',
    logger: (level, message, error) =>
      lines.push(`${level} ${message} ${error instanceof Error ? error.stack : ''}`),
    ...others,
  })
  return open
}

/** Requests a stream over a real socket. */
function stream({ url, token }: OpenAgent, signal?: AbortSignal): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...question, stream: true }),
    signal,
  })
}

const chunk = (content: string) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`

describe('the AI of an agent', () => {
  it('answers whoever is signed in, with their generation options', async () => {
    const { send } = await start()
    const options = { temperature: 0.5, max_completion_tokens: 9, seed: 1 }
    const { status, json } = await send('POST', `${path}?ai-name=assistant`, {
      ...question,
      ...options,
    })
    expect(status).toBe(200)
    expect(json).toEqual({ choices: [{ index: 0, message: { content: 'Hi' } }] })
    expect(asked).toEqual([{ ...question, ...options, model: 'gpt-5-mini' }])
  })

  it('streams chunk by chunk, before the provider has ended', async () => {
    const running = await start()
    const streaming = streamed()
    const answer = stream(running)
    const response = await streaming
    response.write(chunk('one'))
    const { status, headers, body } = await answer
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(headers.get('x-accel-buffering')).toBe('no')
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader.read()).value).toBe(chunk('one'))
    for (const word of ['two', 'three']) {
      response.write(chunk(word))
      expect((await reader.read()).value).toBe(chunk(word))
    }
    response.end('data: [DONE]\n\n')
    expect((await reader.read()).value).toBe('data: [DONE]\n\n')
    expect((await reader.read()).done).toBe(true)
  })

  it('stops asking the provider when the client leaves', async () => {
    const running = await start()
    const streaming = streamed()
    const controller = new AbortController()
    const answer = stream(running, controller.signal)
    const response = await streaming
    const isLeft = once(response, 'close')
    response.write(chunk('one'))
    await (await answer).body!.getReader().read()
    controller.abort()
    await isLeft
    expect(response.writableFinished).toBe(false)
  })

  it('stops asking the provider when a fetch host drops the answer', async () => {
    const { agent, token } = await start()
    const streaming = streamed()
    const request = new Request(`http://localhost/service${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...question, stream: true }),
    })
    const answer = agent.fetch(request)
    const response = await streaming
    const isLeft = once(response, 'close')
    response.write(chunk('one'))
    const reader = (await answer).body!.getReader()
    await reader.read()
    await reader.cancel()
    await isLeft
    expect(response.writableFinished).toBe(false)
  })

  it('finishes its stream while the agent restarts', async () => {
    const running = await start()
    const streaming = streamed()
    const answer = stream(running)
    const response = await streaming
    response.write(chunk('one'))
    const body = (await answer).text()
    await running.agent.restart()
    response.end(`${chunk('two')}data: [DONE]\n\n`)
    expect(await body).toBe(`${chunk('one')}${chunk('two')}data: [DONE]\n\n`)
  })

  it('needs a session', async () => {
    const { send } = await start()
    const { status } = await send('POST', path, question, { authorization: 'Bearer none' })
    expect(status).toBe(401)
    expect(asked).toEqual([])
  })

  it.each<[string, unknown, number, string]>([
    [`${path}?ai-name=other`, question, 400, `No AI is called "other". There are: assistant.`],
    [path, { ...question, temprature: 1 }, 400, 'Unknown key "temprature". A request has: '],
    [path, [], 400, 'The body must be a JSON object.'],
    [path, '{', 400, 'The request body is not valid JSON'],
    [path, { messages: ['x'.repeat(3000)] }, 413, 'larger than the limit of 2000 bytes'],
  ])('refuses %s with %j', async (asking, body, status, detail) => {
    const { send } = await start({ maxBodySize: 2000 })
    const answer = await send('POST', asking, body)
    expect(answer.status).toBe(status)
    expect(readError(answer).detail).toContain(detail)
    expect(asked).toEqual([])
  })

  it('passes on how long to wait', async () => {
    const { send } = await start()
    reply = answered(429, { error: { message: 'Slow down' } }, { 'retry-after': '20' })
    const answer = await send('POST', path, question)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '20'])
    expect(readError(answer)).toMatchObject({
      name: 'AITooManyRequestsError',
      code: 'ai_rate_limited',
      status: 429,
    })
  })

  it.each([400, 401, 403, 404, 500])(
    'shows its key neither in answers nor in logs: status %i',
    async status => {
      const { send } = await start()
      reply = answered(status, { error: { message: `Incorrect API key provided: ${apiKey}` } })
      const answer = await send('POST', path, question)
      expect(answer.status).toBe(status === 404 ? 422 : status)
      expect(answer.text).not.toContain(apiKey)
      expect(lines.join('\n')).toContain(path)
      expect(lines.join('\n')).not.toContain(apiKey)
    },
  )
})

describe('an agent without an AI', () => {
  it('answers 404, and says what to call', async () => {
    const { send } = await start({ customize: undefined })
    const answer = await send('POST', path, question)
    expect(answer.status).toBe(404)
    expect(readError(answer)).toMatchObject({
      name: 'AINotConfiguredError',
      code: 'ai_not_configured',
      detail: expect.stringContaining('agent.addAi(createAiProvider('),
    })
  })

  it('has no tools of others', async () => {
    const { send } = await start()
    const answer = await send('POST', '/_internal/ai-proxy/remote-tools', {})
    expect(readError(answer)).toMatchObject({ status: 404, code: 'route_not_found' })
  })
})

describe('addAi', () => {
  const secrets = { authSecret: 'a secret for tests, of 32 characters', envSecret: '0'.repeat(64) }

  it('can be called once', () => {
    const agent = createAgent(secrets).addAi(provider())
    expect(() => agent.addAi(provider({ name: 'other' }))).toThrow(
      "addAi was called before, for 'assistant': an agent has one AI.",
    )
  })

  it('refuses what is no provider', () => {
    const options = { name: 'assistant' } as unknown as Parameters<OpenAgent['agent']['addAi']>[0]
    expect(() => createAgent(secrets).addAi(options)).toThrow(/^addAi expects a provider/)
  })
  it('announces the model in the schema that is sent, under the same hash', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ai-'))
    const sent: [SchemaFile['meta']['ai_llms'], string][] = []
    const service = {
      ...createInProcessService({ users: [], rights: true }),
      sendSchema: async ({ meta }: SchemaFile, hash: string) => {
        sent.push([meta.ai_llms, hash])
        return 'sent' as const
      },
    }
    const schemaPath = join(folder, 'schema.json')
    const options = { ...secrets, service, schemaPath, loggerLevel: 'Error' as const }
    const plain = createAgent(options).addDataSource(shop())
    const written = createAgent(options).addDataSource(shop()).addAi(provider())
    const read = createAgent({ ...options, isProduction: true }).addDataSource(shop())
    for (const agent of [plain, written, read.addAi(provider())]) {
      await agent.start()
      await agent.stop()
    }
    const hash = sent[0]?.[1] ?? ''
    const announced = [{ name: 'assistant', provider: 'openai', model: 'gpt-5-mini' }]
    expect(sent).toEqual([
      [undefined, hash],
      [announced, hash],
      [announced, hash],
    ])
    await rm(folder, { recursive: true })
  })
})
