import { isObject, parseJson } from '@service/base'
import type { ChatRequest } from '../../request/chat-request.js'
import { type Chunks, EventFailure, problemText } from '../vendor.js'
import { type AnthropicUsage, toFinishReason, toUsage } from './usage.js'

type Fields = Readonly<Record<string, unknown>>

/** A tool call that is still being streamed; `index` counts calls, not blocks. */
interface OpenCall {
  readonly index: number
  isEmpty: boolean
}

/** Converts the events of a Messages stream to chunks of OpenAI. */
export function openChunks({ stream_options }: ChatRequest): Chunks {
  const withUsage = stream_options?.include_usage === true
  const created = Math.floor(Date.now() / 1000)
  const calls = new Map<unknown, OpenCall>()
  let about: object = {}
  let usage: AnthropicUsage = {}
  let isDone = false

  const chunk = (choices: readonly object[], used: object | null = null) =>
    JSON.stringify({
      ...about,
      object: 'chat.completion.chunk',
      created,
      choices,
      ...(withUsage && { usage: used }),
    })
  const delta = (change: object, reason: string | null = null) => [
    chunk([{ index: 0, delta: change, logprobs: null, finish_reason: reason }]),
  ]
  const written = ({ index }: OpenCall, text: string) =>
    delta({ tool_calls: [{ index, function: { arguments: text } }] })
  const count = (counted: unknown) => {
    // Later usage events count the whole response so far; members that are missing or null keep
    // their value.
    const known = Object.entries(isObject(counted) ? counted : {}).filter(
      ([, value]) => typeof value === 'number',
    )
    usage = { ...usage, ...Object.fromEntries(known) }
  }

  /** By type of event; other events, such as `ping`, produce no chunk. */
  const readers: Readonly<Record<string, (event: Fields) => readonly string[]>> = {
    message_start({ message }) {
      const { id, model, usage: counted } = fields(message)
      about = { id, model }
      count(counted)
      return delta({ role: 'assistant', content: '' })
    },
    content_block_start({ index: block, content_block }) {
      const { type, id, name, text } = fields(content_block)
      if (type === 'text' && text) return delta({ content: text })
      if (type !== 'tool_use') return []
      const call = { index: calls.size, isEmpty: true }
      calls.set(block, call)
      const begun = { id, type: 'function', function: { name, arguments: '' } }
      return delta({ tool_calls: [{ index: call.index, ...begun }] })
    },
    content_block_delta({ index: block, delta: change }) {
      const { type, text, partial_json: json } = fields(change)
      if (type === 'text_delta') return delta({ content: text })
      const call = calls.get(block)
      if (type !== 'input_json_delta' || !call || typeof json !== 'string' || json === '') return []
      call.isEmpty = false
      return written(call, json)
    },
    content_block_stop({ index: block }) {
      const call = calls.get(block)
      return call?.isEmpty ? written(call, '{}') : []
    },
    message_delta({ delta: change, usage: counted }) {
      count(counted)
      const { stop_reason: reason } = fields(change)
      return reason ? delta({}, toFinishReason(reason)) : []
    },
    message_stop() {
      isDone = true
      return withUsage ? [chunk([], toUsage(usage))] : []
    },
    error(event) {
      throw new EventFailure(problemText(event))
    },
  }

  return {
    read(data) {
      const event = parseJson(data)
      if (!isObject(event) || typeof event.type !== 'string') {
        throw new EventFailure('It sent an event that is not JSON.')
      }
      return Object.hasOwn(readers, event.type) ? (readers[event.type]?.(event) ?? []) : []
    },
    get isDone() {
      return isDone
    },
    get isWhole() {
      return isDone
    },
  }
}

function fields(value: unknown): Fields {
  return isObject(value) ? value : {}
}
