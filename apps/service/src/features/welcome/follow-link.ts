import { isServiceError } from '@service/base'
import type { Deps } from '../../deps.js'
import type { RequestInfo } from '../../http/request-info.js'
import { openSession } from '../sessions/open-session.js'
import { beginSecondStep, markPassword } from '../sessions/second-step.js'
import { findUser } from '../sessions/sign-in.js'
import { countAddressAttempt } from '../sessions/sign-in-limits.js'
import { continuePage, formatRetryAfter, pageResponse } from '../sign-in-page/page.js'
import { scriptedPageResponse } from '../sign-in-page/scripted-page-response.js'
import { secondStepPage } from '../sign-in-page/second-step-page.js'
import { type FactorKinds, readFactorKinds } from '../two-factors/two-factors.js'
import { deadLinkPage, refusalPage, welcomePage } from './page.js'
import { findWelcomeLink, type LinkProblem, useWelcomeLink } from './welcome-links.js'

/** Shows whom a link signs in, or why it does not work. */
export function showLink(deps: Deps, request: RequestInfo, token: string): Promise<Response> {
  return respondWithPage(deps, request, async () => {
    const { problem, person } = await findWelcomeLink(deps.store.db, token)
    return problem ?? pageResponse(200, welcomePage(token, person.email))
  })
}

/**
 * Signs the person of a link in, once. The session is like one by password: a project that requires single
 * sign-on rejects it, and whoever has a second factor is asked for it.
 */
export function followLink(
  deps: Deps,
  request: RequestInfo,
  token: string,
  setCookie: (cookie: string) => void,
): Promise<Response> {
  const { config, store } = deps
  return respondWithPage(deps, request, async () => {
    const used = await store.db.transaction().execute(async transaction => {
      const { problem, person } = await useWelcomeLink(transaction, token)
      if (problem) return problem
      const kinds = await readFactorKinds(transaction, person.id)
      if (kinds.hasTotp || kinds.hasPasskeys) return { id: person.id, kinds }
      const session = { userId: person.id, method: 'password', request, config } as const
      setCookie((await openSession(transaction, session)).cookie)
      return undefined
    })
    if (typeof used === 'string') return used
    return used
      ? askForSecondFactor(deps, request, used.id, used.kinds)
      : pageResponse(200, continuePage('/'))
  })
}

async function askForSecondFactor(
  deps: Deps,
  request: RequestInfo,
  id: number,
  kinds: FactorKinds,
): Promise<Response | LinkProblem> {
  const user = await findUser(deps, { id })
  if (!user) return 'disabled'
  const first = { userId: id, email: user.email, passwordMark: markPassword(deps, user) }
  const secondStep = await beginSecondStep(deps, request, first, kinds)
  return scriptedPageResponse(200, secondStepPage({ returnTo: '/', secondStep }))
}

const statuses: Readonly<Record<LinkProblem, number>> = {
  unknown: 404,
  used: 410,
  expired: 410,
  disabled: 403,
}

/** Guesses count like failed sign-ins of the IP address. A link that worked before is no guess. */
async function respondWithPage(
  deps: Deps,
  request: RequestInfo,
  run: () => Promise<Response | LinkProblem>,
): Promise<Response> {
  try {
    const attempt = await countAddressAttempt(deps, request)
    const result = await run()
    if (result instanceof Response) return result
    if (result === 'unknown') await attempt.failed()
    return pageResponse(statuses[result], deadLinkPage(result))
  } catch (error) {
    if (!isServiceError(error)) throw error
    return pageResponse(error.status, refusalPage(error.message), formatRetryAfter(error))
  }
}
