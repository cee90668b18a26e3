import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { ApprovalDecision } from '../../core/approvals/settle-approval.js'
import type { CollectionModel } from '../../core/schema/collection-model.js'
import { ApiError } from '../../data/api-error.js'
import { Approvers } from '../../shell/action/approval-view.js'
import { FailureBox } from '../../shell/action/failure-box.js'
import { Outcome, ResultView } from '../../shell/action/result-view.js'
import { useErrorText } from '../../shell/use-error-text.js'
import { Button } from '../../ui/button.js'
import type { ApprovedRun, Settling } from './use-settling.js'
import { useStory } from './use-story.js'

interface ApprovalOutcomeProps {
  readonly settling: Settling | undefined
  readonly collection: CollectionModel | undefined
  readonly onRetry: (decision: ApprovalDecision, isUncertain: boolean) => void
}

/** How far the decision is, what the action returned, or why it stopped. */
export function ApprovalOutcome({ settling, collection, onRetry }: ApprovalOutcomeProps) {
  const t = useTranslations('approvals')
  if (!settling) return null
  if (settling.kind === 'working') {
    return (
      <Box>
        <p role="status" className="flex items-center gap-2 text-muted">
          <LoaderCircle size={14} aria-hidden="true" className="shrink-0 animate-spin" />
          {t(`step.${settling.step}`)}
        </p>
      </Box>
    )
  }
  const { settlement, decision } = settling
  if (settlement.kind === 'decided') return null
  if (settlement.kind === 'overtaken') return <Overtaken settlement={settlement} />
  if (settlement.kind === 'ran') {
    return (
      <Box>
        <RanView run={settlement.answer} collection={collection} />
      </Box>
    )
  }
  // A decision whose response is missing may be stored.
  const isUncertain = settlement.step !== 'sign' && settlement.step !== 'run'
  return (
    <Box>
      <Stopped settlement={settlement} />
      <div>
        <Button onClick={() => onRetry(decision, isUncertain || !settlement.approval)}>
          {t('tryAgain')}
        </Button>
      </div>
    </Box>
  )
}

function Box({ children }: { readonly children: React.ReactNode }) {
  return (
    <div className="flex max-h-[50%] shrink-0 flex-col gap-3 overflow-y-auto border-t border-line p-4 max-sm:p-3">
      {children}
    </div>
  )
}

type Ended = Extract<Settling, { kind: 'ended' }>['settlement']

/** Somebody else was faster: who, and what they decided. */
function Overtaken({
  settlement: { approval },
}: {
  readonly settlement: Extract<Ended, { kind: 'overtaken' }>
}) {
  const t = useTranslations('approvals')
  const tellStory = useStory()
  return (
    <Box>
      <p role="alert" className="flex items-start gap-2">
        <CircleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-warning" />
        <span className="min-w-0 flex-1">
          {t('overtaken')} {tellStory(approval)}
        </span>
      </p>
    </Box>
  )
}

function Stopped({
  settlement: { step, error, answer },
}: {
  readonly settlement: Extract<Ended, { kind: 'stopped' }>
}) {
  const t = useTranslations('approvals')
  const describeError = useErrorText()
  const result = answer?.result.kind === 'error' ? answer.result : undefined
  const isLost = error instanceof ApiError && error.status === 0
  const what =
    result?.roleIds !== undefined ? 'notAllowed' : step === 'run' && isLost ? 'lost' : step
  const isUnknown = isLost || (step !== 'approve' && step !== 'reject' && step !== 'cancel')
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-card bg-danger-bg p-3 text-danger">
      <p className="flex items-start gap-2 font-medium">
        <CircleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
        <span className="min-w-0 flex-1 break-words">
          {isUnknown ? t(`stopped.${what}`) : describeError(error)}
        </span>
      </p>
      {result?.roleIds ? (
        <div className="text-text">
          <Approvers roleIds={result.roleIds} />
        </div>
      ) : result ? (
        <p className="break-words">{result.message}</p>
      ) : isUnknown && what !== 'lost' && error !== undefined ? (
        <p className="break-words">{describeError(error)}</p>
      ) : null}
    </div>
  )
}

interface RanViewProps {
  readonly run: ApprovedRun
  readonly collection: CollectionModel | undefined
}

/** What the action returned. It never runs again. */
function RanView({ run, collection }: RanViewProps) {
  const t = useTranslations('approvals')
  const { result, requestId } = run
  if (result.kind === 'error') {
    return (
      <>
        <FailureBox failure={{ kind: 'refused', result, requestId }} />
        <p className="text-muted">{t('usedUp')}</p>
      </>
    )
  }
  if (result.kind === 'redirect' && result.isInside) {
    return (
      <>
        <Outcome icon={<CircleCheck size={18} aria-hidden="true" />}>
          {t('status.executed')}
        </Outcome>
        <a href={result.to} className="self-start text-accent hover:underline">
          {t('openPage')}
        </a>
      </>
    )
  }
  return collection ? <ResultView ran={run} collection={collection} /> : null
}
