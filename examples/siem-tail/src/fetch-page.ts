import type { Settings } from './settings.js'
import { buildPath, type StreamName } from './streams.js'

/** One page of a stream, oldest first. */
export interface Page {
  readonly data: readonly object[]
  readonly hasMore: boolean
  /** Where the next page begins; also given when there is nothing more yet. */
  readonly nextCursor: string
}

/** The service cannot answer now: asking again later may help. */
export class NotNowError extends Error {
  override readonly name = 'NotNowError'
  /** Milliseconds the service asked to wait. */
  readonly retryAfter: number | undefined
  constructor(message: string, retryAfter?: number, options?: ErrorOptions) {
    super(message, options)
    this.retryAfter = retryAfter
  }
}

const TIMEOUT = 30_000

// #region page
/** Requests the rows after `cursor`, or the first ones. */
export async function fetchPage(
  settings: Settings,
  stream: StreamName,
  cursor: string | undefined,
  stopped: AbortSignal,
): Promise<Page> {
  const url = new URL(settings.serviceUrl + buildPath(stream, settings))
  url.searchParams.set('order', 'asc')
  url.searchParams.set('limit', String(settings.pageSize))
  if (cursor !== undefined) url.searchParams.set('cursor', cursor)
  const response = await send(url, settings.token, stopped)
  if (response.status === 429 || response.status >= 500) {
    throw new NotNowError(`${response.status} from the service`, readRetryAfter(response))
  }
  // For example a missing token scope or an unknown environment: a retry does not help.
  if (!response.ok) {
    throw new Error(`The service refuses ${stream}: ${response.status} ${await response.text()}`)
  }
  return readPage(response)
}
// #endregion

async function send(url: URL, token: string, stopped: AbortSignal): Promise<Response> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(TIMEOUT)])
  try {
    return await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal })
  } catch (error) {
    throw new NotNowError('the service does not answer', undefined, { cause: error })
  }
}

/** An answer that breaks off in the middle is no answer. */
async function readPage(response: Response): Promise<Page> {
  try {
    return (await response.json()) as Page
  } catch (error) {
    throw new NotNowError('the answer broke off', undefined, { cause: error })
  }
}

function readRetryAfter(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : undefined
}
