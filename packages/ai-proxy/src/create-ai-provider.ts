import { knownNames, parseJson, show, ValidationError } from '@service/base'
import {
  type HttpHeaders,
  type HttpResponse,
  jsonResponse,
  systemTimer,
  type Timer,
} from '@service/http'
import type { AiProvider, AiQuery } from './ai-provider.js'
import { AiError } from './errors.js'
import { type AiProviderOptions, type ResolvedOptions, resolveOptions } from './options.js'
import { withDefaults } from './request/generation-rules.js'
import { parseChatRequest } from './request/parse-chat-request.js'
import { streamChunks } from './stream/stream-chunks.js'
import { createAsk, type ProviderResponse } from './transport/call-provider.js'
import { readText } from './transport/read-text.js'
import { type ModelTarget, refusal } from './transport/refusal.js'
import { vendors } from './vendors/index.js'
import type { Vendor } from './vendors/vendor.js'

const maxAnswerBytes = 16 * 1024 * 1024

const streamHeaders: HttpHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Must not be cached, compressed or buffered by a proxy.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/**
 * Creates the provider for `agent.addAi`. Throws on invalid options, naming the option.
 *
 * @example
 * const provider = createAiProvider({
 *   name: 'assistant',
 *   provider: 'openai',
 *   apiKey: process.env.OPENAI_API_KEY!,
 *   model: 'gpt-5-mini',
 *   defaults: { temperature: 0.2 },
 * })
 */
export function createAiProvider(options: AiProviderOptions): AiProvider {
  return openProvider(resolveOptions(options), systemTimer)
}

/** Keeps the options in a closure, so that logging the provider cannot print the key. */
export function openProvider(options: ResolvedOptions, timer: Timer): AiProvider {
  const { ai, apiKey, baseUrl, timeoutMs, defaults } = options
  const vendor = vendors[ai.provider]
  const ask = createAsk({
    title: vendor.title,
    url: baseUrl + vendor.path,
    headers: vendor.headers(apiKey),
    timeoutMs,
    timer,
  })

  return {
    models: [ai],
    async providerResponse({
      name = ai.name,
      body,
      signal,
      logger,
    }: AiQuery): Promise<HttpResponse> {
      if (name !== ai.name) {
        const known = knownNames(name, [ai.name])
        throw new ValidationError(`No AI is called ${show(name)}. There are: ${known}`)
      }
      const request = withDefaults(parseChatRequest(body), defaults)
      const modelTarget = { title: vendor.title, name, apiKey, logger }
      const answer = await ask({ body: vendor.toBody(request, ai.model), signal })
      if (request.stream && isStream(answer)) {
        const chunks = streamChunks(answer, vendor.openChunks(request), modelTarget, signal)
        return { status: 200, headers: streamHeaders, body: chunks }
      }
      try {
        if (answer.status !== 200) throw await refusal(answer, modelTarget)
        const completion = request.stream ? undefined : await readCompletion(answer, vendor)
        if (completion) return jsonResponse(200, completion)
        throw unreadable(modelTarget, request.stream ? 'stream' : 'completion')
      } finally {
        answer.close()
      }
    },
  }
}

/** An HTML page comes from a wrong URL, so it is not a stream, whatever its status. */
function isStream({ status, headers }: ProviderResponse): boolean {
  return status === 200 && headers['content-type']?.startsWith('text/event-stream') === true
}

async function readCompletion(
  { chunks }: ProviderResponse,
  { toCompletion }: Vendor,
): Promise<object | undefined> {
  const text = await readText(chunks, maxAnswerBytes)
  return toCompletion(parseJson(text ?? ''))
}

function unreadable({ title, name }: ModelTarget, wanted: string): AiError {
  const message = `${title} sent a response that is not a ${wanted}. The operator of the agent must check the 'baseUrl' of the AI '${name}'.`
  return new AiError('AIProviderUnreadableError', message)
}
