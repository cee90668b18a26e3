import { getEventListeners, once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import {
  apiKey,
  iteratePieces,
  type OpenAi,
  type OpenAiOptions,
  openAi,
  readText,
} from '../testing/open-ai.js'
import { beginStream, eventStream, json, type Reply } from '../testing/stub-provider.js'
import { data, openaiChunk, openaiCompletion, openaiStream } from '../testing/wire.js'

let ai: OpenAi
afterEach(() => ai.close())

const messages = [{ role: 'user', content: 'Hello' }]

async function start(reply?: Reply, options: OpenAiOptions = {}) {
  ai = await openAi(options)
  if (reply) ai.provider.reply(reply)
  return ai
}

async function failure(asked: Promise<unknown>) {
  const error = await asked.then(
    () => expect.unreachable('it answered'),
    (thrown: unknown) => thrown,
  )
  expect(String(error) + JSON.stringify(error)).not.toContain(apiKey)
  expect(ai.lines.join()).not.toContain(apiKey)
  return error as Error
}

/** Starts a response and returns the object the test writes to. */
function createLatch() {
  let open: (response: ServerResponse) => void = () => {}
  const opened = new Promise<ServerResponse>(resolve => {
    open = resolve
  })
  return { opened, reply: (response: ServerResponse) => open(response) }
}

/** Waits until a number no longer changes. */
async function waitUntilStable(read: () => number): Promise<void> {
  for (let last = Number.NaN; last !== read(); ) {
    last = read()
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

/** A timer that expires when the test says so. */
function createManualTimer() {
  const running = new Set<() => void>()
  let started = 0
  return {
    running,
    /** How many timers were started, while one is running. */
    started: () => (running.size === 1 ? started : 0),
    runOut: () => {
      for (const callback of running) callback()
    },
    timer: (callback: () => void) => {
      running.add(callback)
      started += 1
      return () => running.delete(callback)
    },
  }
}

describe('a provider that refuses', () => {
  const problem = (message: string) => ({ error: { message, type: 'error' } })
  const said = problem(`Bad value for ${apiKey}`)

  interface ExpectedError {
    readonly status: number
    readonly code: string
    readonly name: string
    readonly message: RegExp
  }
  const failed: ExpectedError = {
    status: 500,
    code: 'ai_provider_failed',
    name: 'AIProviderUnavailableError',
    message: /^OpenAI failed with status 5\d\d\. Try again later\.$/,
  }

  it.each<[number, ExpectedError]>([
    [
      400,
      {
        status: 400,
        code: 'ai_request_refused',
        name: 'AIBadRequestError',
        message: /^OpenAI rejects the request: Bad value for \[key\]$/,
      },
    ],
    [
      401,
      {
        status: 401,
        code: 'ai_key_refused',
        name: 'AIUnauthorizedError',
        message:
          /^OpenAI rejects the API key of this agent. Your session is valid\. .*'apiKey' of the AI/,
      },
    ],
    [
      403,
      {
        status: 403,
        code: 'ai_key_forbidden',
        name: 'AIForbiddenError',
        message:
          /^OpenAI does not allow this with the API key of this agent. Your session is valid\. /,
      },
    ],
    [
      429,
      {
        status: 429,
        code: 'ai_rate_limited',
        name: 'AITooManyRequestsError',
        message: /^OpenAI limits the requests of this agent's API key\. /,
      },
    ],
    [
      404,
      {
        status: 422,
        code: 'ai_provider_error',
        name: 'AIProviderError',
        message: /^OpenAI responded with status 404: Bad value for \[key\]$/,
      },
    ],
    [500, failed],
    [503, failed],
    [529, failed],
    [
      302,
      {
        status: 502,
        code: 'ai_unreadable',
        name: 'AIProviderUnreadableError',
        message: /^OpenAI responded with status 302 instead of a completion\. .*'baseUrl'/,
      },
    ],
  ])(
    'with status %i is told as the table of errors says, streamed or not',
    async (status, told) => {
      const { ask, lines } = await start(json(said, status, { location: 'https://x.example' }))
      const expected = { ...told, message: expect.stringMatching(told.message) }
      for (const stream of [false, true]) {
        expect(await failure(ask({ messages, stream }))).toMatchObject(expected)
      }
      const line = `Warn OpenAI responded with status ${status} for the AI 'assistant': Bad value for [key]`
      expect(lines).toEqual(status === 400 ? [] : [line, line])
    },
  )

  it.each([
    ['20', { 'retry-after': '20' }],
    ['Wed, 21 Oct 2026 07:28:00 GMT', { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }],
    ['soon', {}],
  ])('until %s says so', async (after, headers) => {
    const { ask } = await start(json(said, 429, { 'retry-after': after }))
    expect(await failure(ask({ messages }))).toMatchObject({ headers })
  })

  it.each([
    ['a page', '<html>'],
    ['nothing', ''],
    ['a text without end', 'x'.repeat(100_000)],
    ['null', null],
  ])('with %s for a reason is told without one', async (_, body) => {
    const { ask } = await start(json(body, 400))
    expect((await failure(ask({ messages }))).message).toBe('OpenAI rejects the request.')
  })

  it('at length is cut short', async () => {
    const { ask } = await start(json(problem('x'.repeat(5000)), 400))
    expect((await failure(ask({ messages }))).message).toHaveLength(529)
  })
})

describe('a provider that answers what is no answer', () => {
  it.each([
    ['a page', false, json('<html>')],
    ['another document', false, json({ data: [] })],
    ['a stream', false, eventStream('data: {}\n\n')],
    ['a completion for a stream', true, json(openaiCompletion)],
  ])('such as %s is told as unreadable', async (_, stream, reply) => {
    const { ask } = await start(reply)
    expect(await failure(ask({ messages, stream }))).toMatchObject({
      status: 502,
      code: 'ai_unreadable',
      message: expect.stringMatching(/^OpenAI sent a response that is not a (completion|stream)\./),
    })
  })
})

describe('an answer', () => {
  it('without end is left, and takes its connection with it', async () => {
    const { opened, reply } = createLatch()
    const { ask } = await start(reply)
    const asked = failure(ask({ messages }))
    const response = await opened
    const isLeft = once(response, 'close')
    response.writeHead(200).write(' '.repeat(17 * 1024 * 1024))
    expect(await asked).toMatchObject({ code: 'ai_unreadable' })
    await isLeft
    expect(response.writableFinished).toBe(false)
  })

  it.each([
    ['whole', json(openaiCompletion), false],
    ['refused', json({}, 400), false],
    ['streamed', eventStream(openaiStream), true],
  ])('that is %s leaves nothing on the signal of the client', async (_, reply, stream) => {
    const { signal } = new AbortController()
    const { ask } = await start(reply)
    const asked = ask({ messages, stream }, signal)
    await asked.then(response => (stream ? readText(response) : undefined)).catch(() => {})
    await expect.poll(() => getEventListeners(signal, 'abort')).toEqual([])
  })
})

describe('a provider that is away', () => {
  it('is told as unreachable', async () => {
    const { ask, provider } = await start()
    await provider.close()
    expect(await failure(ask({ messages }))).toMatchObject({
      status: 502,
      code: 'ai_unreachable',
      message: expect.stringMatching(/^OpenAI cannot be reached.*\(ECONNREFUSED\)/),
    })
  })

  it.each<[string, Reply]>([
    ['at once', response => response.destroy()],
    ['midway', response => response.writeHead(200).write('{', () => response.destroy())],
  ])('when it cuts the connection %s is told as unreachable', async (_, reply) => {
    const { ask } = await start(reply)
    expect(await failure(ask({ messages }))).toMatchObject({ code: 'ai_unreachable' })
  })

  it.each<[string, number, Reply]>([
    ['before its first byte', 1, () => {}],
    ['between two bytes', 3, response => response.writeHead(200).write('{')],
  ])('is told as too slow when it is silent %s', async (_, waits, reply) => {
    const { runOut, started, timer } = createManualTimer()
    const { ask } = await start(reply, { timer, timeoutMs: 5000 })
    const asked = failure(ask({ messages }))
    await expect.poll(started).toBe(waits)
    runOut()
    expect(await asked).toMatchObject({
      status: 504,
      code: 'ai_timeout',
      message: 'OpenAI did not answer within 5 seconds. Try again later.',
    })
  })

  it('is told in a last chunk when it falls silent in a stream', async () => {
    const { runOut, timer } = createManualTimer()
    const { opened, reply } = createLatch()
    const { ask } = await start(reply, { timer, timeoutMs: 5000 })
    const asked = ask({ messages, stream: true })
    const response = beginStream(await opened)
    response.write(data(openaiChunk({ content: 'a' })))
    const chunks = iteratePieces(await asked)
    await chunks.next()
    const next = chunks.next()
    runOut()
    const error = {
      message: 'OpenAI did not answer within 5 seconds. Try again later.',
      type: 'provider_error',
      code: 'ai_timeout',
    }
    expect((await next).value).toBe(data({ error }))
    expect((await chunks.next()).done).toBe(true)
  })

  it('is not blamed for a client that is slow to read', async () => {
    const { running, timer } = createManualTimer()
    const { opened, reply } = createLatch()
    const { ask } = await start(reply, { timer })
    const asked = ask({ messages, stream: true })
    beginStream(await opened).write(data(openaiChunk({ content: 'a' })))
    const chunks = iteratePieces(await asked)
    await chunks.next()
    expect(running.size).toBe(0)
  })
})

describe('a stream', () => {
  it('is passed on chunk by chunk, before the provider has ended', async () => {
    const { opened, reply } = createLatch()
    const { ask } = await start(reply)
    const asked = ask({ messages, stream: true })
    const response = beginStream(await opened)
    response.flushHeaders()
    const chunks = iteratePieces(await asked)
    for (const word of ['one', 'two', 'three']) {
      const chunk = data(openaiChunk({ content: word }))
      response.write(chunk)
      expect((await chunks.next()).value).toBe(chunk)
    }
    expect(response.writableEnded).toBe(false)
    response.end('data: [DONE]\n\n')
    expect((await chunks.next()).value).toBe('data: [DONE]\n\n')
    expect((await chunks.next()).done).toBe(true)
  })

  it('that has said all lets the provider end, and its connection serve again', async () => {
    const { running, timer } = createManualTimer()
    const { opened, reply } = createLatch()
    const { ask } = await start(reply, { timer })
    const asked = ask({ messages, stream: true })
    const response = beginStream(await opened)
    response.write('data: [DONE]\n\n')
    expect(await readText(await asked)).toBe('data: [DONE]\n\n')
    await waitUntilStable(() => Number(response.destroyed))
    expect(response.destroyed).toBe(false)
    response.end()
    await once(response, 'close')
    expect(response.writableFinished).toBe(true)
    await expect.poll(() => running.size).toBe(0)
  })

  it('that has said all and does not end is cut off soon', async () => {
    const { runOut, timer } = createManualTimer()
    const { opened, reply } = createLatch()
    const { ask } = await start(reply, { timer })
    const asked = ask({ messages, stream: true })
    const response = beginStream(await opened)
    const isLeft = once(response, 'close')
    response.write('data: [DONE]\n\n')
    await readText(await asked)
    runOut()
    await isLeft
    expect(response.writableFinished).toBe(false)
  })

  it('is asked of the provider no faster than the client reads', async () => {
    const { opened, reply } = createLatch()
    const { ask } = await start(reply)
    const asked = ask({ messages, stream: true })
    const response = beginStream(await opened)
    response.flushHeaders()
    const chunks = iteratePieces(await asked)
    const chunk = data(openaiChunk({ content: 'x'.repeat(60_000) }))
    for (let count = 0; count < 700; count += 1) response.write(chunk)
    expect((await chunks.next()).value).toBe(chunk)
    // More than all socket buffers hold: the rest waits at the provider.
    await waitUntilStable(() => response.writableLength)
    expect(response.writableLength).toBeGreaterThan(10_000_000)
  })

  it.each<[string, (controller: AbortController, chunks: AsyncIterator<string>) => unknown]>([
    ['leaves', controller => controller.abort()],
    ['drops the answer', (_, chunks) => chunks.return?.()],
  ])('ends the request to the provider when the client %s', async (_, leave) => {
    const { opened, reply } = createLatch()
    const { ask, lines } = await start(reply)
    const controller = new AbortController()
    const asked = ask({ messages, stream: true }, controller.signal)
    const response = beginStream(await opened)
    const isLeft = once(response, 'close')
    response.write(data(openaiChunk({ content: 'a' })))
    const chunks = iteratePieces(await asked)
    await chunks.next()
    await leave(controller, chunks)
    await isLeft
    expect(response.writableFinished).toBe(false)
    expect(await chunks.next()).toEqual({ done: true, value: undefined })
    expect(lines).toEqual([])
  })

  it('ends the request also while nothing has been answered', async () => {
    const { opened, reply } = createLatch()
    const { ask } = await start(reply)
    const controller = new AbortController()
    const asked = failure(ask({ messages }, controller.signal))
    const isLeft = once(await opened, 'close')
    controller.abort()
    expect(await asked).toMatchObject({ code: 'request_aborted' })
    await isLeft
  })

  it('is not even begun for a client that has left', async () => {
    const { ask, provider } = await start(json(openaiCompletion))
    const asked = failure(ask({ messages }, AbortSignal.abort()))
    expect(await asked).toMatchObject({ code: 'request_aborted' })
    expect(provider.received).toEqual([])
  })
})
