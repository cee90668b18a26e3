import { afterEach, describe, expect, it } from 'vitest'
import {
  apiKey,
  type OpenAi,
  type OpenAiOptions,
  openAi,
  readChunks,
  readText,
} from '../testing/open-ai.js'
import { eventStream, json } from '../testing/stub-provider.js'
import { data, openaiChunks, openaiCompletion, openaiStream } from '../testing/wire.js'

let ai: OpenAi
afterEach(() => ai.close())

const messages = [{ role: 'user', content: 'Hello' }]
const generation = {
  temperature: 0.5,
  top_p: 0.9,
  max_completion_tokens: 100,
  stop: ['END'],
  seed: 7,
  presence_penalty: 0.1,
  frequency_penalty: -0.1,
  response_format: { type: 'json_object' },
  reasoning_effort: 'low',
}

async function start(options: OpenAiOptions = {}) {
  ai = await openAi(options)
  ai.provider.reply(json(openaiCompletion))
  return ai
}

describe('OpenAI', () => {
  it('is asked with every generation option, the key and the configured model', async () => {
    const { ask, provider } = await start()
    const tools = [{ type: 'function', function: { name: 'weather', parameters: {} } }]
    const chosen = { tools, tool_choice: 'required', parallel_tool_calls: false }
    const response = await ask({ messages, ...generation, ...chosen, model: 'gpt-4' })
    expect(response.status).toBe(200)
    expect(JSON.parse(response.body as string)).toEqual(openaiCompletion)
    const [received] = provider.received
    expect(received?.path).toBe('/chat/completions')
    expect(received?.headers.authorization).toBe(`Bearer ${apiKey}`)
    expect(received?.body).toEqual({ messages, ...generation, ...chosen, model: 'gpt-5-mini' })
  })

  it('is asked with the defaults, where a request does not say otherwise', async () => {
    const { ask, provider } = await start({
      defaults: { temperature: 0, seed: 1, max_completion_tokens: 50 },
    })
    await ask({ messages, temperature: 1, seed: null, max_tokens: 9 })
    await ask({ messages })
    const model = 'gpt-5-mini'
    expect(provider.received.map(({ body }) => body)).toEqual([
      { messages, model, temperature: 1, seed: 1, max_tokens: 9 },
      { messages, model, temperature: 0, seed: 1, max_completion_tokens: 50 },
    ])
  })

  it('streams its chunks to their end', async () => {
    const { ask, provider } = await start()
    provider.reply(eventStream(openaiStream))
    const options = { stream: true, stream_options: { include_usage: true } }
    const response = await ask({ messages, ...options })
    expect(response.headers).toEqual({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    expect(await readText(response)).toBe(openaiStream)
    expect(provider.received[0]?.body).toMatchObject(options)
  })

  it('may leave out the last mark once it has finished', async () => {
    const { ask, provider } = await start()
    provider.reply(eventStream(openaiChunks.map(data).join('')))
    expect(await readText(await ask({ messages, stream: true }))).toBe(openaiStream)
  })

  it.each([
    [
      'an error',
      data({ error: { message: `Overloaded ${apiKey}`, type: 'server_error' } }),
      ': Overloaded [key]',
    ],
    ['what is not JSON', 'data: <html>\n\n', ': It sent an event that is not JSON.'],
    ['an end', '', ': It ended before its answer was complete.'],
    ['an endless line', `data: ${'x'.repeat(2_000_000)}`, '.'],
  ])('tells of %s midway in a last chunk, after what came before', async (_, last, said) => {
    const { ask, provider, lines } = await start()
    provider.reply(eventStream(openaiChunks.slice(0, 2).map(data).join('') + last))
    const chunks = await readChunks(await ask({ messages, stream: true }))
    const message = `OpenAI failed in the middle of its answer${said}`
    expect(chunks).toEqual([
      ...openaiChunks.slice(0, 2),
      { error: { message, type: 'provider_error', code: 'ai_provider_failed' } },
    ])
    expect(lines[0]).toContain(`Warn The stream of the AI 'assistant' failed: ${message}`)
    expect(lines.join()).not.toContain(apiKey)
  })
})
