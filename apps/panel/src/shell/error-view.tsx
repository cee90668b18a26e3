import { useTranslations } from 'use-intl'
import { SessionEndedError } from '../core/session/agent-session.js'
import { ApiError } from '../data/api-error.js'
import { Button } from '../ui/button.js'
import { ErrorBox } from '../ui/error-box.js'

interface ErrorViewProps {
  readonly error: unknown
  readonly onRetry?: (() => void) | undefined
}

type Kind = 'agentAway' | 'serviceAway' | 'sessionEnded' | 'forbidden' | 'busy' | 'unexpected'

/** An error in words: what happened, what to do next, and its request id. */
export function ErrorView({ error, onRetry }: ErrorViewProps) {
  const t = useTranslations('errors')
  const kind = classify(error)
  const api = error instanceof ApiError ? error : undefined
  const hasOwnWords = kind === 'unexpected' || kind === 'forbidden'
  const message =
    hasOwnWords && api?.message ? api.message : t(`${kind}.hint`, { seconds: api?.retryAfter ?? 0 })
  return (
    <ErrorBox
      title={t(`${kind}.title`)}
      message={message}
      rule={typeof api?.rule === 'string' ? api.rule : undefined}
      requestId={
        api?.requestId
          ? { label: t('requestId'), value: api.requestId, copyLabel: t('copyRequestId') }
          : undefined
      }
      retry={onRetry && kind !== 'sessionEnded' ? { label: t('retry'), run: onRetry } : undefined}
    >
      {kind === 'sessionEnded' ? (
        <Button look="primary" onClick={signIn}>
          {t('signIn')}
        </Button>
      ) : null}
    </ErrorBox>
  )
}

function classify(error: unknown): Kind {
  if (error instanceof SessionEndedError) return 'sessionEnded'
  if (!(error instanceof ApiError)) return 'unexpected'
  if (error.status === 0) return error.source === 'agent' ? 'agentAway' : 'serviceAway'
  if (error.status === 401) return 'sessionEnded'
  if (error.status === 403) return 'forbidden'
  if (error.status === 429 || error.status === 503) return 'busy'
  return 'unexpected'
}

function signIn(): void {
  const { pathname, search } = window.location
  window.location.assign(`/sign-in?returnTo=${encodeURIComponent(pathname + search)}`)
}
