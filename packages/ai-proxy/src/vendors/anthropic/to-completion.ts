import { isObject } from '@service/base'
import { type AnthropicUsage, toFinishReason, toUsage } from './usage.js'

type Block = Readonly<Record<string, unknown>>

/** Converts a response of the Messages API to a chat completion; undefined when it is invalid. */
export function toCompletion(response: unknown): object | undefined {
  if (!isObject(response) || !Array.isArray(response.content)) return undefined
  const blocks = response.content.filter(isObject)
  const calls = blocks.filter(({ type }) => type === 'tool_use').map(toCall)
  return {
    id: response.id,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model: response.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: joinText(blocks),
          refusal: null,
          ...(calls.length > 0 && { tool_calls: calls }),
        },
        logprobs: null,
        finish_reason: toFinishReason(response.stop_reason),
      },
    ],
    usage: toUsage(isObject(response.usage) ? (response.usage as AnthropicUsage) : {}),
  }
}

/** Leaves out the thinking blocks of the model. */
function joinText(blocks: readonly Block[]): string | null {
  const texts = blocks.filter(({ type }) => type === 'text').map(({ text }) => text)
  return texts.length > 0 ? texts.join('') : null
}

function toCall({ id, name, input }: Block): object {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(input ?? {}) } }
}
