import { describe, expect, it } from 'vitest'
import { parseChatRequest } from './parse-chat-request.js'

const messages = [{ role: 'user', content: 'Hello' }]
const tools = [{ type: 'function', function: { name: 'weather' } }]
const said = (message: object) => ({ messages: [...messages, message] })

describe('parseChatRequest', () => {
  it('keeps what was asked, without the model and without nulls', () => {
    const request = {
      messages: [
        { role: 'developer', content: [{ type: 'text', text: 'Be brief.' }] },
        { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://x.example' } }] },
        {
          role: 'assistant',
          content: null,
          refusal: null,
          tool_calls: [
            { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'call_1', content: 'Rain' },
        { role: 'assistant', content: 'Rain.' },
      ],
      tools,
      tool_choice: { type: 'function', function: { name: 'weather' } },
      parallel_tool_calls: false,
      temperature: 0.5,
      top_p: 1,
      max_tokens: 10,
      stop: ['\n'],
      seed: 7,
      presence_penalty: -2,
      frequency_penalty: 2,
      response_format: { type: 'json_object' },
      reasoning_effort: 'low',
      stream: true,
      stream_options: { include_usage: true },
    }
    const parsed = parseChatRequest({ ...request, model: 'other', max_completion_tokens: null })
    expect(parsed).toEqual(request)
  })

  it.each<[unknown, RegExp]>([
    [undefined, /^The body must be a JSON object\.$/],
    [[], /^The body must be a JSON object\.$/],
    [{}, /^'messages' is undefined\. It must be a list of 1 to 2000 messages/],
    [{ messages: [] }, /^'messages' is a list of 0\. /],
    [{ messages: Array(2001).fill(messages[0]) }, /^'messages' is a list of 2001\. /],
    [
      { messages, temprature: 1 },
      /^Unknown key "temprature"\. A request has: messages, model, .*reasoning_effort\. Did you mean 'temperature'\?$/,
    ],
    [JSON.parse('{"messages":[],"__proto__":{}}'), /^Unknown key "__proto__"/],
    [{ messages, temperature: '1' }, /^'temperature' is "1"\. It must be a number from 0 to 2\.$/],
    [{ messages, top_p: 2 }, /^'top_p' is 2\. It must be a number from 0 to 1\.$/],
    [{ messages, max_tokens: 0 }, /^'max_tokens' is 0\. It must be a whole number above 0\.$/],
    [{ messages, stop: ['a', 'b', 'c', 'd', 'e'] }, /^'stop' is .* a list of 1 to 4 texts\.$/],
    [{ messages, seed: 0.5 }, /^'seed' is 0\.5\. It must be a whole number\.$/],
    [{ messages, presence_penalty: 3 }, /^'presence_penalty' is 3\. .* from -2 to 2\.$/],
    [{ messages, response_format: 'json' }, /^'response_format' is "json"\. /],
    [{ messages, reasoning_effort: 'lots' }, /one of none, minimal, low, medium, high, xhigh\.$/],
    [{ messages, stream: 'yes' }, /^'stream' is "yes"\. It must be true or false\.$/],
    [{ messages, stream_options: { include_usage: true } }, /^'stream_options' needs 'stream'/],
    [{ messages, max_tokens: 1, max_completion_tokens: 1 }, /mean the same: give one/],
    [{ messages, tools: [] }, /^'tools' is \[\]\. It must be a list of 1 to 128 tools/],
    [{ messages, tools: [{ type: 'function', function: { name: 'a b' } }] }, /^'tools' is /],
    [{ messages, tools, tool_choice: 'any' }, /^'tool_choice' is "any"\. .* auto, none, required/],
    [{ messages, tool_choice: 'auto' }, /^'tool_choice' needs 'tools'\.$/],
    [{ messages, parallel_tool_calls: true }, /^'parallel_tool_calls' needs 'tools'\.$/],
    [
      said({ role: 'critic', content: '' }),
      /^messages\[1\]\.role is "critic"\. .* system, developer, user, assistant, tool\.$/,
    ],
    [said({ role: 'user' }), /^messages\[1\]\.content is undefined\. /],
    [said({ role: 'user', content: [{ text: 'x' }] }), /^messages\[1\]\.content\[0\] is /],
    [said({ role: 'system', content: [{ type: 'image_url' }] }), /^messages\[1\]\.content is /],
    [said({ role: 'tool', content: 'Rain' }), /^messages\[1\]\.tool_call_id is undefined\. /],
    [said({ role: 'assistant', tool_calls: [{ id: 'x' }] }), /^messages\[1\]\.tool_calls must be /],
    [{ messages: ['Hello'] }, /^messages\[0\] is "Hello"\. /],
  ])('refuses %j', (body, message) => {
    expect(() => parseChatRequest(body)).toThrow(message)
  })

  it('repeats no more of a long value than its beginning', () => {
    expect(() => parseChatRequest({ messages, stop: ['x'.repeat(5000), 7] })).toThrow(
      /^'stop' is .{80}…\. It must be/,
    )
  })
})
