import type { Query, QueryClient } from '@tanstack/react-query'
import { SessionEndedError } from '../core/session/agent-session.js'
import { createPoll, type Poll } from '../core/session/poll.js'
import { ApiError, type ApiSource } from './api-error.js'
import { isUnreachable, readTrouble, reportRights, watchConnections } from './connection-state.js'
import { sendRequest } from './send-request.js'
import { setTimer } from './set-timer.js'

/** How often the agent is asked how old its rights are, in milliseconds. */
const healthInterval = 120_000

let agentUrl: string | undefined

/** Names the agent of the place that is open. */
export function watchAgent(url: string | null): void {
  if (url === null || url === agentUrl) return
  agentUrl = url
  reportRights('current')
}

/**
 * Checks servers that do not respond until they do, and then reads again what had failed. Health
 * checks are not in the activity log.
 */
export function startRecovery(client: QueryClient): void {
  const polls: Readonly<Record<ApiSource, Poll>> = {
    agent: createPoll(() => recover(client, 'agent', checkAgent), setTimer),
    service: createPoll(() => recover(client, 'service', checkService), setTimer),
  }
  const hurry = () => {
    if (document.visibilityState !== 'visible') return
    for (const poll of Object.values(polls)) poll.hurry()
    if (readTrouble()?.kind === 'stale') void checkAgent().catch(() => {})
  }
  watchConnections(() => {
    for (const source of ['agent', 'service'] as const) {
      if (isUnreachable(source)) polls[source].start()
    }
    // Without the service the agent goes on with the rights it has.
    if (isUnreachable('service')) void checkAgent().catch(() => {})
  })
  window.addEventListener('online', hurry)
  // Whether anything is out of reach, only a request shows.
  window.addEventListener('offline', () => void Promise.allSettled([checkAgent(), checkService()]))
  document.addEventListener('visibilitychange', hurry)
  setInterval(() => {
    if (document.visibilityState === 'visible') void checkAgent().catch(() => {})
  }, healthInterval)
}

async function recover(
  client: QueryClient,
  source: ApiSource,
  check: () => Promise<void>,
): Promise<boolean> {
  await check()
  await readFailedAgain(client, error => error instanceof ApiError && error.source === source)
  return !isUnreachable(source)
}

/** Reads again what had failed for want of a session. */
export function readAfterSignIn(client: QueryClient): Promise<void> {
  return readFailedAgain(
    client,
    error => error instanceof SessionEndedError || (error as ApiError).status === 401,
  )
}

function readFailedAgain(
  client: QueryClient,
  isConcerned: (error: unknown) => boolean,
): Promise<void> {
  return client.refetchQueries({
    type: 'active',
    predicate: ({ state }: Query) => state.status === 'error' && isConcerned(state.error),
  })
}

async function checkService(): Promise<void> {
  await sendRequest('service', '/healthz', { cache: 'no-store' })
}

interface Health {
  readonly service?: { readonly state?: string; readonly asOf?: string }
}

async function checkAgent(): Promise<void> {
  if (agentUrl === undefined) return
  const url = `${agentUrl}/`
  const response = await sendRequest('agent', url, { credentials: 'omit', cache: 'no-store' })
  const { service } = ((await response.json().catch(() => undefined)) ?? {}) as Health
  if (service?.state !== 'stale') return reportRights('current')
  reportRights({ asOf: service.asOf === undefined ? undefined : new Date(service.asOf) })
}
