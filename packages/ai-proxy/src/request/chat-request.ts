/** Options of a request that control the generation; spelled as in the API of OpenAI. */
export interface GenerationOptions {
  readonly temperature?: number
  readonly top_p?: number
  readonly max_tokens?: number
  readonly max_completion_tokens?: number
  readonly stop?: string | readonly string[]
  readonly seed?: number
  readonly presence_penalty?: number
  readonly frequency_penalty?: number
  readonly response_format?: ResponseFormat
  readonly reasoning_effort?: ReasoningEffort
}

export const reasoningEfforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'] as const
export type ReasoningEffort = (typeof reasoningEfforts)[number]

type ResponseFormat =
  | { readonly type: 'text' | 'json_object' }
  | { readonly type: 'json_schema'; readonly json_schema: JsonSchemaFormat }

interface JsonSchemaFormat {
  readonly name: string
  readonly schema?: object
}

/**
 * A validated chat-completion request of OpenAI, without the model, which clients cannot choose.
 */
export interface ChatRequest extends GenerationOptions {
  readonly messages: readonly ChatMessage[]
  readonly tools?: readonly ChatTool[]
  readonly tool_choice?: ToolChoice
  readonly parallel_tool_calls?: boolean
  readonly stream?: boolean
  readonly stream_options?: { readonly include_usage?: boolean }
}

export interface ChatTool {
  readonly type: 'function'
  readonly function: {
    readonly name: string
    readonly description?: string
    readonly parameters?: object
    readonly strict?: boolean | null
  }
}

export const toolModes = ['auto', 'none', 'required'] as const
export type ToolChoice =
  | (typeof toolModes)[number]
  | { readonly type: 'function'; readonly function: { readonly name: string } }

export type ChatMessage = SystemMessage | UserMessage | AssistantMessage | ToolMessage

export interface SystemMessage {
  readonly role: 'system' | 'developer'
  readonly content: string | readonly TextPart[]
}

interface UserMessage {
  readonly role: 'user'
  readonly content: string | readonly ContentPart[]
}

interface AssistantMessage {
  readonly role: 'assistant'
  readonly content?: string | readonly ContentPart[] | null
  readonly tool_calls?: readonly ToolCall[]
}

interface ToolMessage {
  readonly role: 'tool'
  readonly tool_call_id: string
  readonly content: string | readonly TextPart[]
}

export interface ToolCall {
  readonly id: string
  readonly type: 'function'
  readonly function: { readonly name: string; readonly arguments: string }
}

export interface TextPart {
  readonly type: 'text'
  readonly text: string
}

export interface ImagePart {
  readonly type: 'image_url'
  readonly image_url: { readonly url: string }
}

/** Parts of other types are passed on; the provider validates them. */
export type ContentPart = TextPart | ImagePart | { readonly type: string }
