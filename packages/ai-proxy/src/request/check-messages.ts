import { isNonEmptyString, isObject, show, ValidationError } from '@service/base'
import type { ChatMessage } from './chat-request.js'

const maxMessages = 2000

/** Returns what is wrong with a message of a role; undefined when it is valid. */
type Check = (message: Readonly<Record<string, unknown>>) => string | undefined

const checks: Readonly<Record<ChatMessage['role'], Check>> = {
  system: checkPlainContent,
  developer: checkPlainContent,
  user: ({ content }) => checkContent(content),
  assistant({ content, tool_calls: calls }) {
    if (calls !== undefined && calls !== null && !(Array.isArray(calls) && calls.every(isCall))) {
      return '.tool_calls must be a list of {"id":…,"type":"function","function":{"name":…,"arguments":"…"}}'
    }
    return content === undefined || content === null ? undefined : checkContent(content)
  },
  tool(message) {
    if (!isNonEmptyString(message.tool_call_id)) {
      return `.tool_call_id is ${show(message.tool_call_id)}. It must be the id of a tool call`
    }
    return checkPlainContent(message)
  },
}

const roles = Object.keys(checks)

/** Throws on messages that no provider accepts, naming the message and what is allowed. */
export function checkMessages(messages: unknown): asserts messages is readonly ChatMessage[] {
  if (!Array.isArray(messages) || messages.length === 0 || messages.length > maxMessages) {
    const given = Array.isArray(messages) ? `a list of ${messages.length}` : show(messages)
    throw new ValidationError(
      `'messages' is ${given}. It must be a list of 1 to ${maxMessages} messages like {"role":"user","content":"…"}.`,
    )
  }
  for (const [index, message] of messages.entries()) {
    const problem = findProblem(message)
    if (problem) throw new ValidationError(`messages[${index}]${problem}.`)
  }
}

function findProblem(message: unknown): string | undefined {
  if (!isObject(message)) return ` is ${show(message)}. It must be an object with role and content`
  const { role } = message
  if (typeof role !== 'string' || !Object.hasOwn(checks, role)) {
    return `.role is ${show(role)}. It must be one of ${roles.join(', ')}`
  }
  return checks[role as ChatMessage['role']](message)
}

function checkPlainContent({ content }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof content === 'string' || (isParts(content) && content.every(isTextPart))) {
    return undefined
  }
  return `.content is ${show(content)}. It must be a text or a list of {"type":"text","text":"…"}`
}

function checkContent(content: unknown): string | undefined {
  if (typeof content === 'string') return undefined
  if (!isParts(content)) {
    return `.content is ${show(content)}. It must be a text or a list of parts like {"type":"text","text":"…"}`
  }
  const wrong = content.findIndex(part => !isPart(part))
  if (wrong < 0) return undefined
  return `.content[${wrong}] is ${show(content[wrong])}. It must be like {"type":"text","text":"…"} or {"type":"image_url","image_url":{"url":"…"}}`
}

function isParts(content: unknown): content is readonly unknown[] {
  return Array.isArray(content) && content.length > 0
}

function isTextPart(part: unknown): boolean {
  return isObject(part) && part.type === 'text' && typeof part.text === 'string'
}

function isPart(part: unknown): boolean {
  if (!isObject(part) || !isNonEmptyString(part.type)) return false
  if (part.type === 'text') return isTextPart(part)
  if (part.type !== 'image_url') return true
  return isObject(part.image_url) && isNonEmptyString(part.image_url.url)
}

function isCall(call: unknown): boolean {
  return (
    isObject(call) &&
    isNonEmptyString(call.id) &&
    call.type === 'function' &&
    isObject(call.function) &&
    isNonEmptyString(call.function.name) &&
    typeof call.function.arguments === 'string'
  )
}
