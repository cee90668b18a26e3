import type { Logger } from '@service/base'
import { parseJson } from '@service/base'
import { AiError, type Failure } from '../errors.js'
import { problemText } from '../vendors/vendor.js'
import type { ProviderAnswer } from './ask-provider.js'
import { readText } from './read-text.js'

const largestProblem = 64 * 1024
const longestText = 500

/** Who was asked, as errors and the log name it. */
export interface Asked {
  readonly title: string
  /** What the agent calls the model. */
  readonly name: string
  readonly apiKey: string
  readonly logger: Logger
}

type Describe = (asked: Asked, status: number, said: string) => readonly [Failure, string]

/** Only what is wrong with the request is told to clients in the words of the provider. */
const byStatus: Readonly<Record<number, Describe>> = {
  400: ({ title }, _, said) => [
    'AIBadRequestError',
    `${title} refuses the request${said ? `: ${said}` : '.'}`,
  ],
  401: ({ title, name }) => [
    'AIUnauthorizedError',
    `${title} refuses the key of this agent; your session is good. Whoever runs the agent must correct the 'apiKey' of the AI '${name}'.`,
  ],
  403: ({ title, name }) => [
    'AIForbiddenError',
    `${title} does not let the key of this agent do this; your session is good. Whoever runs the agent must change the rights of the 'apiKey' of the AI '${name}'.`,
  ],
  429: ({ title }) => [
    'AITooManyRequestsError',
    `${title} takes no more requests with the key of this agent for now. Try again later.`,
  ],
}

const otherRefusal: Describe = ({ title }, status, said) => [
  'AIProviderError',
  `${title} answers with status ${status}${said ? `: ${said}` : '.'}`,
]

const failure: Describe = ({ title }, status) => [
  'AIProviderUnavailableError',
  `${title} failed with status ${status}. Try again later.`,
]

const noAnswer: Describe = ({ title, name }, status) => [
  'AIProviderUnreadableError',
  `${title} answers with status ${status} instead of a completion. Whoever runs the agent must check the 'baseUrl' of the AI '${name}'.`,
]

/** An answer whose status is not 200, as the error for whoever asked. */
export async function refusal(answer: ProviderAnswer, asked: Asked): Promise<AiError> {
  const { title, name, apiKey, logger } = asked
  const { status, headers } = answer
  // What the status says is enough when the rest cannot be read.
  const body = await readText(answer.pieces, largestProblem).catch(() => undefined)
  const said = cleanText(problemText(parseJson(body ?? '')), apiKey)
  if (status !== 400) {
    logger('Warn', `${title} answered status ${status} for the AI '${name}': ${said || 'no text'}`)
  }
  const usual = status >= 500 ? failure : status >= 400 ? otherRefusal : noAnswer
  const [kind, message] = (byStatus[status] ?? usual)(asked, status, said)
  return new AiError(kind, message, { headers: retryHeader(headers) })
}

/** What a provider says, fit for clients and logs: without the key, and not without end. */
export function cleanText(text: string | undefined, apiKey: string): string {
  const clean = (text ?? '').replaceAll(apiKey, '[key]')
  return clean.length > longestText ? `${clean.slice(0, longestText)}…` : clean
}

function retryHeader(headers: ProviderAnswer['headers']): Readonly<Record<string, string>> {
  const value = headers['retry-after']?.trim() ?? ''
  const isTold = /^\d{1,9}$/.test(value) || !Number.isNaN(Date.parse(value))
  return isTold ? { 'retry-after': value } : {}
}
