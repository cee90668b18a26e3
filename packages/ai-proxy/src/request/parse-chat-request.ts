import { isNonEmptyString, isObject, knownNames, show, ValidationError } from '@service/base'
import { type ChatRequest, toolModes } from './chat-request.js'
import { checkMessages } from './check-messages.js'
import { findContradiction, generationRules } from './generation-rules.js'
import { flag, type Rule } from './rule.js'

const maxTools = 128
const toolName = /^[\w-]{1,64}$/

const rules: Readonly<Record<string, Rule>> = {
  // OpenAI clients always send a model name; it is ignored, and the configured model is used.
  model: { isValid: value => typeof value === 'string', allowed: 'a text' },
  tools: {
    isValid: value =>
      Array.isArray(value) &&
      value.length > 0 &&
      value.length <= maxTools &&
      value.every(isFunctionTool),
    allowed: `a list of 1 to ${maxTools} tools like {"type":"function","function":{"name":"find_order","parameters":{…}}}, with names of letters, digits, _ and -`,
  },
  tool_choice: {
    isValid: value => toolModes.some(mode => mode === value) || isFunctionTool(value),
    allowed: `${toolModes.join(', ')} or {"type":"function","function":{"name":…}}`,
  },
  parallel_tool_calls: flag,
  stream: flag,
  stream_options: {
    isValid: value =>
      isObject(value) && Object.values(value).every(option => typeof option === 'boolean'),
    allowed: 'an object like {"include_usage":true}',
  },
  ...generationRules,
}

const known = ['messages', ...Object.keys(rules)]

/**
 * Parses a chat-completion request; an error names the key, the given value and what is allowed.
 */
export function parseChatRequest(body: unknown): ChatRequest {
  if (!isObject(body)) throw new ValidationError('The body must be a JSON object.')
  for (const [name, value] of Object.entries(body)) checkKey(name, value)
  checkMessages(body.messages)
  const { model: _, ...request } = body
  // OpenAI treats null as absent.
  const given = Object.entries(request).filter(([, value]) => value !== null)
  // Every key was checked above.
  const parsed = Object.fromEntries(given) as unknown as ChatRequest
  checkTogether(parsed)
  return parsed
}

function checkKey(name: string, value: unknown): void {
  if (name === 'messages') return
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
  if (rule === undefined) {
    throw new ValidationError(
      `Unknown key ${show(name)}. A request has: ${knownNames(name, known, known.length)}`,
    )
  }
  if (value === null || rule.isValid(value)) return
  throw new ValidationError(`'${name}' is ${show(value)}. It must be ${rule.allowed}.`)
}

function checkTogether(request: ChatRequest): void {
  const { tools, tool_choice, parallel_tool_calls, stream, stream_options } = request
  const contradiction = findContradiction(request)
  if (contradiction) throw new ValidationError(contradiction)
  if (!tools && tool_choice !== undefined) throw new ValidationError("'tool_choice' needs 'tools'.")
  if (!tools && parallel_tool_calls !== undefined) {
    throw new ValidationError("'parallel_tool_calls' needs 'tools'.")
  }
  if (!stream && stream_options) throw new ValidationError("'stream_options' needs 'stream': true.")
}

function isFunctionTool(value: unknown): boolean {
  if (!isObject(value) || value.type !== 'function' || !isObject(value.function)) return false
  const { name, description, parameters } = value.function
  return (
    isNonEmptyString(name) &&
    toolName.test(name) &&
    (description === undefined || typeof description === 'string') &&
    (parameters === undefined || isObject(parameters))
  )
}
