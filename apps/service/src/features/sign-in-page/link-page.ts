import { isServiceError } from '@service/base'
import type { Deps } from '../../deps.js'
import type { RequestInfo } from '../../http/request-info.js'
import type { Html } from '../reference/html.js'
import { countAddressAttempt } from '../sessions/sign-in-limits.js'
import { formatRetryAfter, pageResponse } from './page.js'

/**
 * A page whose URL has a token. The URL is told to no page, not even to one of this site; the origin is,
 * because forms need it.
 */
export const secretPage = (
  status: number,
  page: Html,
  headers: Readonly<Record<string, string>> = {},
): Response => pageResponse(status, page, { 'Referrer-Policy': 'strict-origin', ...headers })

/** A visit to a link, and the pages for when it does not work. */
interface LinkVisit<Problem extends string> {
  readonly deps: Deps
  readonly request: RequestInfo
  readonly statuses: Readonly<Record<Problem, number>>
  showProblem(problem: Problem): Html
  showRefusal(reason: string): Html
}

/**
 * Responds to a visit with a page, also when it fails. Unknown links count like failed sign-ins of the IP
 * address, so none can be guessed. A link that worked before is no guess.
 */
export async function respondToLink<Problem extends string>(
  { deps, request, statuses, showProblem, showRefusal }: LinkVisit<Problem | 'unknown'>,
  run: () => Promise<Response | Problem | 'unknown'>,
): Promise<Response> {
  try {
    const attempt = await countAddressAttempt(deps, request)
    const result = await run()
    if (result instanceof Response) return result
    if (result === 'unknown') await attempt.failed()
    return secretPage(statuses[result], showProblem(result))
  } catch (error) {
    if (!isServiceError(error)) throw error
    return secretPage(error.status, showRefusal(error.message), formatRetryAfter(error))
  }
}
