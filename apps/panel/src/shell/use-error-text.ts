import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { SessionEndedError } from '../core/session/agent-session.js'
import { ApiError, agentTooOld } from '../data/api-error.js'

type ErrorKind =
  | 'agentAway'
  | 'agentMissing'
  | 'agentRefuses'
  | 'agentTooOld'
  | 'serviceAway'
  | 'sessionEnded'
  | 'forbidden'
  | 'busy'
  | 'unexpected'

/** The first version of the agent that has everything the panel needs. */
const neededVersion = '1.90.0'

/** Describes errors: what happened, and what to do. `seconds` are left to wait. */
export function useErrorText(): (error: unknown, seconds?: number) => string {
  const t = useTranslations('errors')
  return useCallback(
    (error, seconds = 0) => {
      const kind = classifyError(error)
      const hasOwnWords = kind === 'unexpected' || kind === 'forbidden'
      const own = hasOwnWords && error instanceof ApiError ? error.message : ''
      return (
        own ||
        t(`${kind}.hint`, { seconds, version: neededVersion, origin: window.location.origin })
      )
    },
    [t],
  )
}

export function classifyError(error: unknown): ErrorKind {
  if (error instanceof SessionEndedError) return 'sessionEnded'
  if (!(error instanceof ApiError)) return 'unexpected'
  if (error.code === agentTooOld) return 'agentTooOld'
  if (error.code === 'agent_url_missing') return 'agentMissing'
  if (error.code === 'page_refused') return 'agentRefuses'
  if (error.status === 0) return error.source === 'agent' ? 'agentAway' : 'serviceAway'
  if (error.status === 401) return 'sessionEnded'
  if (error.status === 403) return 'forbidden'
  if (error.status === 429 || error.status === 503) return 'busy'
  return 'unexpected'
}
