import { ValidationError } from '@service/base'
import type {
  ChatRequest,
  ChatTool,
  ReasoningEffort,
  ToolChoice,
} from '../../request/chat-request.js'
import { systemText, toTurns } from './to-turns.js'

/** Anthropic requires a maximum in every request; all of its models support this one. */
const defaultMaxTokens = 4096

/** Converts a chat-completion request to one of the Messages API. */
export function toMessagesRequest(request: ChatRequest, model: string): object {
  refuseUnknown(request)
  const { max_completion_tokens, max_tokens, temperature, stop } = request
  return {
    model,
    max_tokens: max_completion_tokens ?? max_tokens ?? defaultMaxTokens,
    system: systemText(request.messages),
    messages: toTurns(request.messages),
    tools: request.tools?.map(toTool),
    tool_choice: toToolChoice(request),
    // The maximum temperature is 2 at OpenAI and 1 at Anthropic.
    temperature: temperature === undefined ? undefined : Math.min(temperature, 1),
    top_p: request.top_p,
    stop_sequences: typeof stop === 'string' ? [stop] : stop,
    output_config: toOutputConfig(request),
    stream: request.stream,
  }
}

/**
 * `seed` is best-effort at OpenAI too and is dropped; options that change the response are
 * rejected.
 */
function refuseUnknown({
  presence_penalty,
  frequency_penalty,
  response_format: format,
}: ChatRequest) {
  if (presence_penalty || frequency_penalty) {
    throw new ValidationError(
      "Anthropic has no 'presence_penalty' and no 'frequency_penalty': leave them out.",
    )
  }
  if (format?.type === 'json_object' || (format?.type === 'json_schema' && !readSchema(format))) {
    throw new ValidationError(
      `Anthropic needs a schema to answer in JSON: set 'response_format' to {"type":"json_schema","json_schema":{"name":…,"schema":{…}}}.`,
    )
  }
}

function toTool({ function: { name, description, parameters, strict } }: ChatTool): object {
  return {
    name,
    description,
    input_schema: parameters ?? { type: 'object', properties: {} },
    strict: strict ?? undefined,
  }
}

function toToolChoice({ tool_choice, parallel_tool_calls }: ChatRequest): object | undefined {
  const choice = tool_choice === undefined ? undefined : mapToolChoice(tool_choice)
  if (parallel_tool_calls !== false || choice?.type === 'none') return choice
  return { ...(choice ?? { type: 'auto' }), disable_parallel_tool_use: true }
}

function mapToolChoice(choice: ToolChoice): { readonly type: string; readonly name?: string } {
  if (typeof choice === 'object') return { type: 'tool', name: choice.function.name }
  return { type: choice === 'required' ? 'any' : choice }
}

const efforts: Readonly<Record<ReasoningEffort, string | undefined>> = {
  none: undefined,
  minimal: 'low',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'xhigh',
}

function toOutputConfig({ response_format, reasoning_effort }: ChatRequest): object | undefined {
  const schema = response_format && readSchema(response_format)
  const effort = reasoning_effort && efforts[reasoning_effort]
  if (!schema && !effort) return undefined
  return { effort, format: schema && { type: 'json_schema', schema } }
}

function readSchema(format: NonNullable<ChatRequest['response_format']>): object | undefined {
  return format.type === 'json_schema' ? format.json_schema.schema : undefined
}
