/** Responses as OpenAI and Anthropic document them. */

const openaiBase = { id: 'chatcmpl-1', created: 1741569952, model: 'gpt-5-mini-2025-08-07' }

export const openaiCompletion = {
  ...openaiBase,
  object: 'chat.completion',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: 'Hello!', refusal: null, annotations: [] },
      logprobs: null,
      finish_reason: 'stop',
    },
  ],
  usage: { prompt_tokens: 19, completion_tokens: 10, total_tokens: 29 },
}

export function openaiChunk(delta: object, reason: string | null = null): object {
  return {
    ...openaiBase,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
  }
}

export const openaiChunks: readonly object[] = [
  openaiChunk({ role: 'assistant', content: '' }),
  openaiChunk({ content: 'Chloé ' }),
  openaiChunk({ content: '😀\r\n"ok"' }),
  openaiChunk({}, 'stop'),
]

export const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`

export const openaiStream = `${openaiChunks.map(data).join('')}data: [DONE]\n\n`

export const anthropicMessage = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-5-20250929',
  content: [
    { type: 'thinking', thinking: 'They want the weather.', signature: 'c2ln' },
    { type: 'text', text: 'I look it up.' },
    { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Paris' } },
  ],
  stop_reason: 'tool_use',
  stop_sequence: null,
  usage: {
    input_tokens: 100,
    cache_creation_input_tokens: 20,
    cache_read_input_tokens: 3,
    output_tokens: 40,
  },
}

/** An event of Anthropic, whose name repeats its type. */
export const named = (event: { readonly type: string }) => `event: ${event.type}\n${data(event)}`

export const anthropicEvents: readonly { readonly type: string }[] = [
  event('message_start', {
    message: {
      ...anthropicMessage,
      content: [],
      stop_reason: null,
      usage: { ...anthropicMessage.usage, output_tokens: 1 },
    },
  }),
  event('content_block_start', { index: 0, content_block: { type: 'thinking', thinking: '' } }),
  event('ping', {}),
  event('content_block_delta', { index: 0, delta: { type: 'thinking_delta', thinking: 'Hm' } }),
  event('content_block_delta', { index: 0, delta: { type: 'signature_delta', signature: 'c2' } }),
  event('content_block_stop', { index: 0 }),
  event('content_block_start', { index: 1, content_block: { type: 'text', text: '' } }),
  event('content_block_delta', { index: 1, delta: { type: 'text_delta', text: 'I look ' } }),
  event('content_block_delta', { index: 1, delta: { type: 'text_delta', text: 'it up 😀.' } }),
  event('content_block_stop', { index: 1 }),
  ...toolUse(2, 'toolu_1', 'weather', ['', '{"city": ', '"Paris"}']),
  ...toolUse(3, 'toolu_2', 'clock', ['']),
  event('message_delta', {
    delta: { stop_reason: 'tool_use', stop_sequence: null },
    usage: { output_tokens: 40 },
  }),
  event('message_stop', {}),
]

export const anthropicStream = anthropicEvents.map(named).join('')

function event(type: string, fields: object) {
  return { type, ...fields }
}

function toolUse(index: number, id: string, name: string, parts: readonly string[]) {
  return [
    event('content_block_start', {
      index,
      content_block: { type: 'tool_use', id, name, input: {} },
    }),
    ...parts.map(partial_json =>
      event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json } }),
    ),
    event('content_block_stop', { index }),
  ]
}
