import type { Logger } from '@service/base'
import { parseJson } from '@service/base'
import { AiError, type Failure } from '../errors.js'
import { problemText } from '../vendors/vendor.js'
import type { ProviderResponse } from './call-provider.js'
import { readText } from './read-text.js'

const maxProblemBytes = 64 * 1024
const maxTextLength = 500

/** Which model a request goes to, for error messages and the log. */
export interface ModelTarget {
  readonly title: string
  /** Name of the model in the agent. */
  readonly name: string
  readonly apiKey: string
  readonly logger: Logger
}

type Describe = (
  modelTarget: ModelTarget,
  status: number,
  providerMessage: string,
) => readonly [Failure, string]

/** Only for an invalid request do clients get the message of the provider. */
const byStatus: Readonly<Record<number, Describe>> = {
  400: ({ title }, _, providerMessage) => [
    'AIBadRequestError',
    `${title} rejects the request${providerMessage ? `: ${providerMessage}` : '.'}`,
  ],
  401: ({ title, name }) => [
    'AIUnauthorizedError',
    `${title} rejects the API key of this agent. Your session is valid. The operator of the agent must correct the 'apiKey' of the AI '${name}'.`,
  ],
  403: ({ title, name }) => [
    'AIForbiddenError',
    `${title} does not allow this with the API key of this agent. Your session is valid. The operator of the agent must change the permissions of the 'apiKey' of the AI '${name}'.`,
  ],
  429: ({ title }) => [
    'AITooManyRequestsError',
    `${title} limits the requests of this agent's API key. Try again later.`,
  ],
}

const otherRefusal: Describe = ({ title }, status, providerMessage) => [
  'AIProviderError',
  `${title} responded with status ${status}${providerMessage ? `: ${providerMessage}` : '.'}`,
]

const failure: Describe = ({ title }, status) => [
  'AIProviderUnavailableError',
  `${title} failed with status ${status}. Try again later.`,
]

const noAnswer: Describe = ({ title, name }, status) => [
  'AIProviderUnreadableError',
  `${title} responded with status ${status} instead of a completion. The operator of the agent must check the 'baseUrl' of the AI '${name}'.`,
]

/** Converts a response whose status is not 200 into the error for the client. */
export async function refusal(
  providerResponse: ProviderResponse,
  modelTarget: ModelTarget,
): Promise<AiError> {
  const { title, name, apiKey, logger } = modelTarget
  const { status, headers } = providerResponse
  // If the body cannot be read, the status is enough.
  const body = await readText(providerResponse.chunks, maxProblemBytes).catch(() => undefined)
  const providerMessage = cleanText(problemText(parseJson(body ?? '')), apiKey)
  if (status !== 400) {
    logger(
      'Warn',
      `${title} responded with status ${status} for the AI '${name}': ${providerMessage || 'no text'}`,
    )
  }
  const usual = status >= 500 ? failure : status >= 400 ? otherRefusal : noAnswer
  const [kind, message] = (byStatus[status] ?? usual)(modelTarget, status, providerMessage)
  return new AiError(kind, message, { headers: retryHeader(headers) })
}

/** Makes a message of the provider safe for clients and logs: without the key, and shortened. */
export function cleanText(text: string | undefined, apiKey: string): string {
  const clean = (text ?? '').replaceAll(apiKey, '[key]')
  return clean.length > maxTextLength ? `${clean.slice(0, maxTextLength)}…` : clean
}

function retryHeader(headers: ProviderResponse['headers']): Readonly<Record<string, string>> {
  const value = headers['retry-after']?.trim() ?? ''
  const isTold = /^\d{1,9}$/.test(value) || !Number.isNaN(Date.parse(value))
  return isTold ? { 'retry-after': value } : {}
}
