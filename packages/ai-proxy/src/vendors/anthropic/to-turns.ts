import { isObject, parseJson, show, ValidationError } from '@service/base'
import type {
  ChatMessage,
  ContentPart,
  ImagePart,
  SystemMessage,
  TextPart,
  ToolCall,
} from '../../request/chat-request.js'

type Block = Readonly<Record<string, unknown>>

interface Turn {
  readonly role: 'user' | 'assistant'
  readonly content: Block[]
}

/** Joins the system messages to one text; undefined when there are none. */
export function systemText(messages: readonly ChatMessage[]): string | undefined {
  const texts = messages
    .flatMap(message => (isSystem(message) ? [plainText(message.content)] : []))
    .filter(isWritten)
  return texts.length > 0 ? texts.join('\n\n') : undefined
}

/**
 * Converts the other messages to alternating turns: all results of one set of tool calls must be in
 * one turn.
 */
export function toTurns(messages: readonly ChatMessage[]): readonly Turn[] {
  const turns: Turn[] = []
  for (const [index, message] of messages.entries()) {
    const content = toBlocks(message, `messages[${index}]`)
    if (content.length === 0) continue
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    const last = turns.at(-1)
    if (last?.role === role) last.content.push(...content)
    else turns.push({ role, content: [...content] })
  }
  return turns
}

function toBlocks(message: ChatMessage, location: string): readonly Block[] {
  switch (message.role) {
    case 'system':
    case 'developer':
      return []
    case 'user':
      return contentBlocks(message.content, location)
    case 'assistant':
      return [
        ...contentBlocks(message.content ?? '', location),
        ...(message.tool_calls ?? []).map(call => toolUse(call, location)),
      ]
    case 'tool':
      return [
        {
          type: 'tool_result',
          tool_use_id: message.tool_call_id,
          content: plainText(message.content),
        },
      ]
  }
}

function toolUse({ id, function: { name, arguments: text } }: ToolCall, location: string): Block {
  const input = text === '' ? {} : parseJson(text)
  if (isObject(input)) return { type: 'tool_use', id, name, input }
  throw new ValidationError(
    `${location}.tool_calls: the arguments of '${name}' must be a JSON object, not ${show(text)}.`,
  )
}

function plainText(content: string | readonly TextPart[]): string {
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('\n')
}

function contentBlocks(
  content: string | readonly ContentPart[],
  location: string,
): readonly Block[] {
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  return parts
    .map((part, index) => toBlock(part, `${location}.content[${index}]`))
    .filter(block => block !== undefined)
}

/** Anthropic rejects blank texts. */
function toBlock(part: ContentPart, location: string): Block | undefined {
  if (isTextPart(part)) return isWritten(part.text) ? { type: 'text', text: part.text } : undefined
  if (isImagePart(part)) return { type: 'image', source: imageSource(part, location) }
  throw new ValidationError(
    `${location} has the type '${part.type}'. Anthropic takes text and image_url.`,
  )
}

function imageSource({ image_url: { url } }: ImagePart, location: string): object {
  const [, mediaType] = /^data:(image\/[\w.+-]+);base64,/.exec(url) ?? []
  if (mediaType) {
    return { type: 'base64', media_type: mediaType, data: url.slice(url.indexOf(',') + 1) }
  }
  if (/^https?:/.test(url)) return { type: 'url', url }
  throw new ValidationError(
    `${location}.image_url.url is ${show(url)}. It must begin with https: or data:image/…;base64,`,
  )
}

const isSystem = (message: ChatMessage): message is SystemMessage =>
  message.role === 'system' || message.role === 'developer'
const isTextPart = (part: ContentPart): part is TextPart => part.type === 'text'
const isImagePart = (part: ContentPart): part is ImagePart => part.type === 'image_url'
const isWritten = (text: string) => text.trim() !== ''
