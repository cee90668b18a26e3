import { CircleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { SessionEndedError } from '../../core/session/agent-session.js'
import { ApiError } from '../../data/api-error.js'
import { CopyId } from '../../ui/copy-id.js'
import { HtmlFrame } from '../../ui/html-frame.js'
import type { RunFailure } from './use-action-run.js'

/** Why an action did not run; what was entered stays below it. */
export function FailureBox({ failure }: { readonly failure: RunFailure }) {
  const t = useTranslations('actions')
  const errors = useTranslations('errors')
  const message = useFailureMessage(failure)
  const html = failure.kind === 'refused' ? failure.result.html : undefined
  const requestId = findRequestId(failure)
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-card bg-danger-bg p-3 text-danger">
      <p className="flex items-start gap-2">
        <CircleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
        <span className="min-w-0 flex-1 font-medium break-words">{message}</span>
      </p>
      {html ? (
        <div className="rounded-control bg-surface p-2">
          <HtmlFrame html={html} title={t('fromAction')} />
        </div>
      ) : null}
      {requestId ? (
        <div>
          <CopyId
            label={errors('requestId')}
            value={requestId}
            copyLabel={errors('copyRequestId')}
          />
        </div>
      ) : null}
    </div>
  )
}

/** Why an action did not run, in one sentence or two. */
function useFailureMessage(failure: RunFailure): string {
  const t = useTranslations('actions')
  const errors = useTranslations('errors')
  if (failure.kind === 'cancelled') return t('cancelled')
  if (failure.kind === 'refused') return failure.result.message || errors('unexpected.title')
  const { error } = failure
  if (error instanceof SessionEndedError) return errors('sessionEnded.title')
  const api = error instanceof ApiError ? error : undefined
  if (api?.status === 0) return t('noAnswer')
  return api?.message || errors('unexpected.title')
}

/** An error that the action itself returned needs nobody to look into it. */
function findRequestId(failure: RunFailure): string | undefined {
  if (failure.kind === 'failed') {
    return failure.error instanceof ApiError ? failure.error.requestId : undefined
  }
  return failure.kind === 'refused' && failure.result.message === '' ? failure.requestId : undefined
}
