/** Token counts of Anthropic, where `input_tokens` does not include cached tokens. */
export interface AnthropicUsage {
  readonly input_tokens?: number | null
  readonly cache_creation_input_tokens?: number | null
  readonly cache_read_input_tokens?: number | null
  readonly output_tokens?: number | null
}

/** Converts them to the token counts of OpenAI. */
export function toUsage(usage: AnthropicUsage): object {
  const cached = usage.cache_read_input_tokens ?? 0
  const prompt = (usage.input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0) + cached
  const completion = usage.output_tokens ?? 0
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: cached },
  }
}

const finishReasons: Readonly<Record<string, string>> = {
  tool_use: 'tool_calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content_filter',
}

/** Converts the reason why the response ended to that of OpenAI. */
export function toFinishReason(reason: unknown): string {
  return (typeof reason === 'string' && finishReasons[reason]) || 'stop'
}
