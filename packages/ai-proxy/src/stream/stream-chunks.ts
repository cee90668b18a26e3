import { AiError } from '../errors.js'
import type { ProviderResponse } from '../transport/call-provider.js'
import { cleanText, type ModelTarget } from '../transport/refusal.js'
import { type Chunks, EventFailure } from '../vendors/vendor.js'
import { readEvents } from './read-events.js'

const maxEventBytes = 1024 * 1024

/**
 * Streams the response of a provider as server-sent chunks of OpenAI. A failure midway is sent as a
 * last chunk, since the status has already been sent.
 */
export async function* streamChunks(
  providerResponse: ProviderResponse,
  chunks: Chunks,
  modelTarget: ModelTarget,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let isComplete = false
  try {
    for await (const data of readEvents(providerResponse.chunks, maxEventBytes)) {
      for (const chunk of chunks.read(data)) yield event(chunk)
      if (chunks.isDone) break
    }
    if (!chunks.isWhole) throw new EventFailure('It ended before its answer was complete.')
    isComplete = true
    yield event('[DONE]')
  } catch (error) {
    // The client has closed the connection.
    if (signal.aborted) return
    const { code, message, cause } = explain(error, modelTarget)
    modelTarget.logger(
      'Warn',
      `The stream of the AI '${modelTarget.name}' failed: ${message}`,
      cause,
    )
    yield event(JSON.stringify({ error: { message, type: 'provider_error', code } }))
  } finally {
    if (isComplete) void providerResponse.finish()
    else providerResponse.close()
  }
}

function event(data: string): string {
  return `data: ${data}\n\n`
}

function explain(error: unknown, { title, apiKey }: ModelTarget): AiError {
  if (error instanceof AiError) return error
  const failed = `${title} failed in the middle of its answer`
  if (!(error instanceof EventFailure)) {
    return new AiError('AIProviderUnavailableError', `${failed}.`, { cause: error })
  }
  // The provider's message is only logged, after redaction: it may contain the key.
  const providerMessage = cleanText(error.message, apiKey)
  return new AiError(
    'AIProviderUnavailableError',
    providerMessage ? `${failed}: ${providerMessage}` : `${failed}.`,
  )
}
