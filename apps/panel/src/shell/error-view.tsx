import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '../data/api-error.js'
import { askToSignIn, useSessionState } from '../data/session-state.js'
import { getSignInPath } from '../data/sign-in-path.js'
import { Button } from '../ui/button.js'
import { ErrorBox } from '../ui/error-box.js'
import { lazyPart } from '../ui/lazy-part.js'
import { useCountdown } from './use-countdown.js'
import { classifyError, useErrorText } from './use-error-text.js'

const RuleHint = lazyPart(() => import('./rule-hint.js'))
const ConnectLink = lazyPart(() => import('./connect-link.js'))

interface ErrorViewProps {
  readonly error: unknown
  readonly onRetry?: (() => void) | undefined
}

/** An error in words: what happened, what to do next, and its request id. */
export function ErrorView({ error, onRetry }: ErrorViewProps) {
  const t = useTranslations('errors')
  const describe = useErrorText()
  const { isEnded } = useSessionState()
  const kind = classifyError(error)
  const api = error instanceof ApiError ? error : undefined
  const isWaiting = kind === 'busy' && onRetry !== undefined
  const seconds = useCountdown(isWaiting ? api : undefined, api?.retryAfter ?? 0, () => onRetry?.())
  return (
    <ErrorBox
      title={t(`${kind}.title`)}
      message={describe(error, seconds)}
      rule={
        api?.rule && (
          <Suspense>
            <RuleHint rule={api.rule} />
          </Suspense>
        )
      }
      requestId={
        api?.requestId
          ? { label: t('requestId'), value: api.requestId, copyLabel: t('copyRequestId') }
          : undefined
      }
      retry={onRetry && kind !== 'sessionEnded' ? { label: t('retry'), run: onRetry } : undefined}
    >
      {kind === 'sessionEnded' ? (
        <Button look="primary" onClick={isEnded ? askToSignIn : leaveToSignIn}>
          {t('signIn')}
        </Button>
      ) : null}
      {kind === 'agentMissing' ? (
        <Suspense>
          <ConnectLink />
        </Suspense>
      ) : null}
    </ErrorBox>
  )
}

/** Before anything is open there is nothing to lose. */
function leaveToSignIn(): void {
  window.location.assign(getSignInPath())
}
