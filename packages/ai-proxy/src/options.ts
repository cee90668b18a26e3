import {
  isHttpUrl,
  isNonEmptyString,
  isObject,
  show,
  unknownOption,
  ValidationError,
  withoutTrailing,
} from '@service/base'
import type { AiModel } from './ai-provider.js'
import { ConfigurationError } from './errors.js'
import type { GenerationOptions } from './request/chat-request.js'
import { findContradiction, generationRules } from './request/generation-rules.js'
import { oneAmong, type Rule } from './request/rule.js'
import { vendors } from './vendors/index.js'

/** Which model to use, and how to reach it. */
export interface AiProviderOptions extends AiModel {
  /** Name of the model for clients: `?ai-name=`. */
  readonly name: string
  readonly provider: 'openai' | 'anthropic'
  /** Sent only to the provider. */
  readonly apiKey: string
  /** Name of the model at the provider. */
  readonly model: string
  /** URL of the provider. Default: `https://api.openai.com/v1` or `https://api.anthropic.com`. */
  readonly baseUrl?: string
  /**
   * Milliseconds without data from the provider after which the request fails. Default: 120,000.
   */
  readonly timeoutMs?: number
  /** Generation options for requests that do not set them. */
  readonly defaults?: GenerationOptions
}

export interface ResolvedOptions {
  readonly ai: AiModel
  readonly apiKey: string
  readonly baseUrl: string
  readonly timeoutMs: number
  readonly defaults: GenerationOptions
}

const maxTimeoutMs = 300_000

interface OptionRule extends Rule {
  readonly isRequired?: true
  /** The value is not repeated in errors. */
  readonly isSecret?: true
}

const text: OptionRule = { isRequired: true, isValid: isNonEmptyString, allowed: 'a text' }

const rules: Readonly<Record<keyof AiProviderOptions, OptionRule>> = {
  name: text,
  provider: { ...oneAmong(Object.keys(vendors)), isRequired: true },
  apiKey: {
    isRequired: true,
    isSecret: true,
    isValid: value => typeof value === 'string' && /^[\x21-\x7e]+$/.test(value),
    allowed: 'a text of printable ASCII characters without spaces',
  },
  model: text,
  baseUrl: { isValid: isHttpUrl, allowed: 'an address like https://ai.example.com/v1' },
  timeoutMs: {
    isValid: value =>
      Number.isSafeInteger(value) && Number(value) > 0 && Number(value) <= maxTimeoutMs,
    allowed: `a whole number from 1 to ${maxTimeoutMs}`,
  },
  defaults: { isValid: isObject, allowed: 'an object of generation options' },
}

/** Checks the options; an error names the option, the given value and what is allowed. */
export function resolveOptions(options: AiProviderOptions): ResolvedOptions {
  if (!isObject(options)) {
    throw new ConfigurationError(
      `createAiProvider expects an object of options, not ${show(options)}.`,
    )
  }
  refuseUnknown(options, Object.keys(rules))
  for (const [name, rule] of Object.entries(rules)) {
    checkOption(`Option '${name}'`, rule, options[name as keyof AiProviderOptions])
  }
  const { name, provider, apiKey, model, timeoutMs = 120_000 } = options
  const baseUrl = withoutTrailing(options.baseUrl ?? vendors[provider].baseUrl, '/')
  const defaults = { ...options.defaults }
  const resolved = { ai: { name, provider, model }, apiKey, baseUrl, timeoutMs, defaults }
  checkDefaults(resolved)
  return resolved
}

function checkDefaults({ ai, defaults }: ResolvedOptions): void {
  refuseUnknown(defaults, Object.keys(generationRules), "'defaults'")
  for (const [name, rule] of Object.entries(generationRules)) {
    checkOption(`Option 'defaults': '${name}'`, rule, defaults[name as keyof GenerationOptions])
  }
  const contradiction = findContradiction(defaults) ?? findRefusal(ai, defaults)
  if (contradiction) throw new ConfigurationError(`Option 'defaults': ${contradiction}`)
}

/** Returns why the vendor would reject these defaults; undefined when it would not. */
function findRefusal({ provider, model }: AiModel, defaults: GenerationOptions) {
  try {
    vendors[provider].toBody({ messages: [], ...defaults }, model)
    return undefined
  } catch (error) {
    if (error instanceof ValidationError) return error.message
    throw error
  }
}

function refuseUnknown(given: object, known: readonly string[], location?: string): void {
  const problem = unknownOption(given, known, location)
  if (problem) throw new ConfigurationError(problem)
}

function checkOption(subject: string, rule: OptionRule, value: unknown): void {
  if (value === undefined) {
    if (!rule.isRequired) return
    throw new ConfigurationError(`${subject} is missing. It must be ${rule.allowed}.`)
  }
  if (rule.isValid(value)) return
  const given = rule.isSecret ? `a ${typeof value} (its value is not shown)` : show(value)
  throw new ConfigurationError(`${subject} is ${given}. It must be ${rule.allowed}.`)
}
