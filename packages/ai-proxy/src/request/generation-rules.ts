import { isNonEmptyString, isObject } from '@service/base'
import { type GenerationOptions, reasoningEfforts } from './chat-request.js'
import { integer, numberBetween, oneAmong, positive, type Rule } from './rule.js'

const penalty = numberBetween(-2, 2)

/** Every generation option and its allowed values. */
export const generationRules: Readonly<Record<keyof GenerationOptions, Rule>> = {
  temperature: numberBetween(0, 2),
  top_p: numberBetween(0, 1),
  max_tokens: positive,
  max_completion_tokens: positive,
  stop: {
    isValid: value =>
      isNonEmptyString(value) || (isList(value, 4) && value.every(isNonEmptyString)),
    allowed: 'a text or a list of 1 to 4 texts',
  },
  seed: integer,
  presence_penalty: penalty,
  frequency_penalty: penalty,
  response_format: {
    isValid: isResponseFormat,
    allowed:
      '{"type":"text"}, {"type":"json_object"} or {"type":"json_schema","json_schema":{"name":…,"schema":{…}}}',
  },
  reasoning_effort: oneAmong(reasoningEfforts),
}

/**
 * Returns why options that are valid by themselves contradict each other; undefined when they do
 * not.
 */
export function findContradiction(options: GenerationOptions): string | undefined {
  const { max_tokens, max_completion_tokens } = options
  if (max_tokens === undefined || max_completion_tokens === undefined) return undefined
  return "'max_tokens' and 'max_completion_tokens' mean the same: give one of them."
}

/** Fills in the options that a request does not set from `defaults`. */
export function withDefaults<T extends GenerationOptions>(
  request: T,
  defaults: GenerationOptions,
): T & GenerationOptions {
  const { max_tokens, max_completion_tokens, ...others } = defaults
  const saysLength = request.max_tokens !== undefined || request.max_completion_tokens !== undefined
  return { ...(saysLength ? others : defaults), ...request }
}

function isResponseFormat(value: unknown): boolean {
  if (!isObject(value)) return false
  if (value.type !== 'json_schema') return value.type === 'text' || value.type === 'json_object'
  const { json_schema: format } = value
  return (
    isObject(format) &&
    isNonEmptyString(format.name) &&
    (format.schema === undefined || isObject(format.schema))
  )
}

function isList(value: unknown, max: number): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0 && value.length <= max
}
