import { afterEach, describe, expect, it } from 'vitest'
import { apiKey, type OpenAi, openAi, readChunks, readText } from '../../testing/open-ai.js'
import { eventStream, json } from '../../testing/stub-provider.js'
import { anthropicEvents, anthropicMessage, anthropicStream, named } from '../../testing/wire.js'

let ai: OpenAi
afterEach(() => ai.close())

async function start(reply = json(anthropicMessage)) {
  ai = await openAi({ provider: 'anthropic', model: 'claude-sonnet-4-5' })
  ai.provider.reply(reply)
  return ai
}

const user = { role: 'user', content: 'Hello' }
const messages = [user]

/** The request that the provider receives. */
async function sent(request: object): Promise<Record<string, unknown>> {
  const { ask, provider } = await start()
  await ask({ messages, ...request })
  return provider.received[0]!.body
}

const text = (value: string) => ({ type: 'text', text: value })
const call = (id: string, name: string, args: string) => ({
  id,
  type: 'function',
  function: { name, arguments: args },
})

describe('a request to Anthropic', () => {
  it('carries every generation option it has a word for', async () => {
    const schema = { type: 'object', properties: {} }
    const body = await sent({
      temperature: 0.5,
      top_p: 0.9,
      max_completion_tokens: 100,
      stop: 'END',
      seed: 7,
      presence_penalty: 0,
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } },
      reasoning_effort: 'minimal',
    })
    expect(body).toEqual({
      model: 'claude-sonnet-4-5',
      max_tokens: 100,
      messages: [{ role: 'user', content: [text('Hello')] }],
      temperature: 0.5,
      top_p: 0.9,
      stop_sequences: ['END'],
      output_config: { effort: 'low', format: { type: 'json_schema', schema } },
    })
    const [received] = ai.provider.received
    expect(received?.path).toBe('/v1/messages')
    expect(received?.headers).toMatchObject({
      'x-api-key': apiKey,
      'anthropic-version': '2023-06-01',
    })
  })

  it('has a ceiling of tokens though none was given, and no more heat than Anthropic knows', async () => {
    expect(await sent({ temperature: 1.8 })).toMatchObject({ max_tokens: 4096, temperature: 1 })
  })

  it('merges system messages, and turns of one side', async () => {
    const body = await sent({
      messages: [
        { role: 'system', content: 'Be brief.' },
        user,
        { role: 'developer', content: [text('Be'), text('kind.')] },
        { role: 'user', content: [text('And'), text(' '), text('you?')] },
        { role: 'assistant', content: '' },
        { role: 'system', content: ' ' },
      ],
    })
    expect(body.system).toBe('Be brief.\n\nBe\nkind.')
    expect(body.messages).toEqual([
      { role: 'user', content: [text('Hello'), text('And'), text('you?')] },
    ])
  })

  it('carries calls for tools and all their results in one turn', async () => {
    const body = await sent({
      messages: [
        user,
        {
          role: 'assistant',
          content: 'I look.',
          tool_calls: [call('1', 'weather', '{"city":"Paris"}'), call('2', 'clock', '')],
        },
        { role: 'tool', tool_call_id: '1', content: 'Rain' },
        { role: 'tool', tool_call_id: '2', content: [text('Ten'), text('o’clock')] },
      ],
    })
    expect((body.messages as unknown[]).slice(1)).toEqual([
      {
        role: 'assistant',
        content: [
          text('I look.'),
          { type: 'tool_use', id: '1', name: 'weather', input: { city: 'Paris' } },
          { type: 'tool_use', id: '2', name: 'clock', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: '1', content: 'Rain' },
          { type: 'tool_result', tool_use_id: '2', content: 'Ten\no’clock' },
        ],
      },
    ])
  })

  it('carries images, within the request and by their address', async () => {
    const image = (url: string) => ({ type: 'image_url', image_url: { url } })
    const content = [image('data:image/png;base64,iVBORw0='), image('https://x.example/a.png')]
    const body = await sent({ messages: [{ role: 'user', content }] })
    expect(body.messages).toEqual([
      {
        role: 'user',
        content: [
          {
            type: 'image',
            source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0=' },
          },
          { type: 'image', source: { type: 'url', url: 'https://x.example/a.png' } },
        ],
      },
    ])
  })

  const parameters = { type: 'object', properties: { city: { type: 'string' } } }
  const tools = [
    {
      type: 'function',
      function: { name: 'weather', description: 'Now', parameters, strict: true },
    },
    { type: 'function', function: { name: 'clock' } },
  ]

  it('describes tools', async () => {
    expect((await sent({ tools })).tools).toEqual([
      { name: 'weather', description: 'Now', input_schema: parameters, strict: true },
      { name: 'clock', input_schema: { type: 'object', properties: {} } },
    ])
  })

  const named1 = { type: 'function', function: { name: 'clock' } }
  it.each<[object, unknown]>([
    [{}, undefined],
    [{ tool_choice: 'auto' }, { type: 'auto' }],
    [{ tool_choice: 'none', parallel_tool_calls: false }, { type: 'none' }],
    [{ tool_choice: 'required' }, { type: 'any' }],
    [{ tool_choice: named1 }, { type: 'tool', name: 'clock' }],
    [{ parallel_tool_calls: true }, undefined],
    [{ parallel_tool_calls: false }, { type: 'auto', disable_parallel_tool_use: true }],
    [
      { tool_choice: 'required', parallel_tool_calls: false },
      { type: 'any', disable_parallel_tool_use: true },
    ],
  ])('says %j in the words of Anthropic', async (choice, expected) => {
    expect((await sent({ tools, ...choice })).tool_choice).toEqual(expected)
  })

  it.each<[object, RegExp]>([
    [{ presence_penalty: 1 }, /^Anthropic has no 'presence_penalty'/],
    [{ response_format: { type: 'json_object' } }, /^Anthropic needs a schema to answer in JSON/],
    [
      { messages: [user, { role: 'assistant', tool_calls: [call('1', 'weather', '{city')] }] },
      /^messages\[1\]\.tool_calls: the arguments of 'weather' must be a JSON object, not "{city"\.$/,
    ],
    [
      { messages: [{ role: 'user', content: [{ type: 'input_audio', input_audio: {} }] }] },
      /^messages\[0\]\.content\[0\] has the type 'input_audio'\. Anthropic takes text and image_url\.$/,
    ],
    [
      {
        messages: [
          { role: 'user', content: [{ type: 'image_url', image_url: { url: 'file:///etc' } }] },
        ],
      },
      /^messages\[0\]\.content\[0\]\.image_url\.url is "file:/,
    ],
  ])('is not made of %j', async (request, message) => {
    const { ask, provider } = await start()
    await expect(ask({ messages, ...request })).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(message),
    })
    expect(provider.received).toEqual([])
  })
})

describe('an answer of Anthropic', () => {
  const usage = {
    prompt_tokens: 123,
    completion_tokens: 40,
    total_tokens: 163,
    prompt_tokens_details: { cached_tokens: 3 },
  }

  it('becomes a chat completion', async () => {
    const { ask } = await start()
    const response = await ask({ messages })
    expect(JSON.parse(response.body as string)).toEqual({
      id: 'msg_1',
      object: 'chat.completion',
      created: expect.any(Number),
      model: 'claude-sonnet-4-5-20250929',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: 'I look it up.',
            refusal: null,
            tool_calls: [call('toolu_1', 'weather', '{"city":"Paris"}')],
          },
          logprobs: null,
          finish_reason: 'tool_calls',
        },
      ],
      usage,
    })
  })

  it.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['max_tokens', 'length'],
    ['refusal', 'content_filter'],
    ['something new', 'stop'],
  ])('that ends by %s ends by %s', async (stop_reason, finish_reason) => {
    const content = [{ type: 'text', text: 'Hi' }]
    const { ask } = await start(json({ ...anthropicMessage, content, stop_reason }))
    const { choices } = JSON.parse((await ask({ messages })).body as string)
    expect(choices[0]).toMatchObject({ finish_reason, message: { content: 'Hi' } })
    expect(choices[0].message).not.toHaveProperty('tool_calls')
  })

  it('becomes a stream of chunks that add up to the same', async () => {
    const { ask, provider } = await start(eventStream(anthropicStream))
    const stream_options = { include_usage: true }
    const response = await ask({ messages, stream: true, stream_options })
    const chunks = await readChunks(response)
    expect(provider.received[0]?.body.stream).toBe(true)
    const chunk = (choices: object[], used: object | null = null) => ({
      id: 'msg_1',
      object: 'chat.completion.chunk',
      created: expect.any(Number),
      model: 'claude-sonnet-4-5-20250929',
      choices,
      usage: used,
    })
    const delta = (change: object, finish_reason: string | null = null) =>
      chunk([{ index: 0, delta: change, logprobs: null, finish_reason }])
    const begun = (index: number, id: string, name: string) =>
      delta({ tool_calls: [{ index, ...call(id, name, '') }] })
    const written = (index: number, args: string) =>
      delta({ tool_calls: [{ index, function: { arguments: args } }] })
    expect(chunks).toEqual([
      delta({ role: 'assistant', content: '' }),
      delta({ content: 'I look ' }),
      delta({ content: 'it up 😀.' }),
      begun(0, 'toolu_1', 'weather'),
      written(0, '{"city": '),
      written(0, '"Paris"}'),
      begun(1, 'toolu_2', 'clock'),
      written(1, '{}'),
      delta({}, 'tool_calls'),
      chunk([], usage),
    ])
  })

  it('ends with the last mark, and counts no tokens unless asked', async () => {
    const { ask } = await start(eventStream(anthropicStream))
    const streamed = await readText(await ask({ messages, stream: true }))
    expect(streamed).toMatch(/"finish_reason":"tool_calls"}]}\n\ndata: \[DONE\]\n\n$/)
    expect(streamed).not.toContain('usage')
  })

  it('ignores events that are not known yet', async () => {
    const { ask } = await start(eventStream(named({ type: 'toString' }) + anthropicStream))
    expect(await readChunks(await ask({ messages, stream: true }))).toHaveLength(9)
  })

  it.each([
    [
      'an error',
      named({ type: 'error', ...{ error: { type: 'overloaded_error', message: 'Overloaded' } } }),
      ': Overloaded',
    ],
    ['an end', '', ': It ended before its answer was complete.'],
  ])('that meets %s midway tells of it in a last chunk', async (_, last, said) => {
    const begun = anthropicEvents.slice(0, 8).map(named).join('')
    const { ask } = await start(eventStream(begun + last))
    const chunks = await readChunks(await ask({ messages, stream: true }))
    expect(chunks).toHaveLength(3)
    expect(chunks[2]).toEqual({
      error: {
        message: `Anthropic failed in the middle of its answer${said}`,
        type: 'provider_error',
        code: 'ai_provider_failed',
      },
    })
  })
})
