import { inspect } from 'node:util'
import type { Logger } from '@service/base'
import type { HttpResponse } from '@service/http'
import { systemTimer, type Timer } from '@service/http'
import { parseEvents } from '@service/test-support'
import { openProvider } from '../create-ai-provider.js'
import { type AiProviderOptions, resolveOptions } from '../options.js'
import { type StubProvider, startStubProvider } from './stub-provider.js'

export const apiKey = 'sk-test-0123456789'

export interface OpenAi {
  readonly provider: StubProvider
  /** All log lines, with their errors. */
  readonly lines: readonly string[]
  ask(body: object, signal?: AbortSignal): Promise<HttpResponse>
  close(): Promise<void>
}

export interface OpenAiOptions extends Partial<AiProviderOptions> {
  readonly timer?: Timer
}

/** Creates a provider and the stub server it calls. */
export async function openAi({ timer, ...options }: OpenAiOptions = {}): Promise<OpenAi> {
  const provider = await startStubProvider()
  const lines: string[] = []
  const logger: Logger = (level, message, error) =>
    lines.push(`${level} ${message}${error === undefined ? '' : ` ${inspect(error)}`}`)
  const ai = openProvider(
    resolveOptions({
      name: 'assistant',
      provider: 'openai',
      apiKey,
      model: 'gpt-5-mini',
      baseUrl: provider.url,
      ...options,
    }),
    timer ?? systemTimer,
  )
  return {
    provider,
    lines,
    ask: (body, signal = new AbortController().signal) =>
      ai.providerResponse({ body, signal, logger }),
    close: () => provider.close(),
  }
}

/** The chunks of a streamed response, one by one. */
export function iteratePieces({ body }: HttpResponse): AsyncIterator<string> {
  return (body as AsyncIterable<string>)[Symbol.asyncIterator]()
}

/** The whole text of a streamed response. */
export async function readText({ body }: HttpResponse): Promise<string> {
  let text = ''
  for await (const piece of body as AsyncIterable<string>) text += piece
  return text
}

/** The chunks of a streamed response, without the final `[DONE]`. */
export async function readChunks(response: HttpResponse): Promise<readonly unknown[]> {
  return parseEvents(await readText(response))
    .filter(({ data }) => data !== '[DONE]')
    .map(({ data }) => JSON.parse(data))
}
