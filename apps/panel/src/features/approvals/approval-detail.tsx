import { ArrowLeft, FileX, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Approval, isOpen, listChoices } from '../../core/approvals/approval.js'
import type { CollectionModel, Collections } from '../../core/schema/collection-model.js'
import { ApiError } from '../../data/api-error.js'
import { usePlace } from '../../data/place-context.js'
import { useApproval, useCommentApproval } from '../../data/use-approvals.js'
import { useRefresh } from '../../data/use-refresh.js'
import { ErrorView } from '../../shell/error-view.js'
import { useErrorText } from '../../shell/use-error-text.js'
import { Button, IconButton } from '../../ui/button.js'
import { controlClass } from '../../ui/control.js'
import { Empty } from '../../ui/empty.js'
import { Field } from '../../ui/field.js'
import { Skeleton } from '../../ui/skeleton.js'
import { ApprovalBadge } from './approval-badge.js'
import { ApprovalButtons } from './approval-buttons.js'
import { ApprovalComments } from './approval-comments.js'
import { ApprovalInputs } from './approval-inputs.js'
import { ApprovalOutcome } from './approval-outcome.js'
import { ApprovalRecords } from './approval-records.js'
import type { ApprovalsAddress } from './use-approvals-address.js'
import { useMoments } from './use-moments.js'
import { usePersonNames } from './use-person-names.js'
import type { SettleRequest, Settling } from './use-settling.js'
import { useStory } from './use-story.js'
import { useSubject } from './use-subject.js'

interface ApprovalDetailProps {
  readonly id: number
  readonly address: ApprovalsAddress
  readonly collections: Collections
  readonly hasAuditTrail: boolean
  readonly settling: Settling | undefined
  readonly settle: (request: SettleRequest) => Promise<void>
}

/** One request: what it is about, what can be done, and what came of it. */
export function ApprovalDetail(props: ApprovalDetailProps) {
  const { id, address } = props
  const t = useTranslations('approvals')
  const { data, error, refetch } = useApproval(id)
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <section aria-label={t('title')} className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface">
      {data ? (
        <LoadedApproval key={data.id} {...props} approval={data} />
      ) : (
        <>
          <div className="flex h-12 shrink-0 items-center justify-end border-b border-line px-2">
            <CloseButton onClose={address.close} />
          </div>
          {isMissing ? (
            <MissingApproval />
          ) : error ? (
            <ErrorView error={error} onRetry={() => void refetch()} />
          ) : (
            <div className="flex flex-col gap-4 p-4">
              <Skeleton width="40%" />
              <Skeleton width="65%" />
              <Skeleton width="50%" />
            </div>
          )}
        </>
      )}
    </section>
  )
}

export function MissingApproval() {
  const t = useTranslations('approvals')
  const icon = <FileX size={18} aria-hidden="true" />
  return <Empty icon={icon} title={t('missing')} hint={t('missingHint')} />
}

interface LoadedApprovalProps extends ApprovalDetailProps {
  readonly approval: Approval
}

function LoadedApproval(props: LoadedApprovalProps) {
  const { approval, address, collections, hasAuditTrail, settling, settle } = props
  const t = useTranslations('approvals')
  const { boot, place } = usePlace()
  const describe = useSubject(collections)
  const tellStory = useStory()
  const namePerson = usePersonNames()
  const formatMoment = useMoments()
  const heading = useRef<HTMLHeadingElement>(null)
  const [comment, setComment] = useState('')
  const collection = collections.get(approval.collectionName)
  const action = findAction(collection, approval.actionName)
  const reader = { id: boot.user.id, isAdmin: place.project.permissionLevel === 'admin' }
  const hasRun = settling?.kind === 'ended' && settling.settlement.kind === 'ran'
  const choices = hasRun ? undefined : listChoices(approval, reader)
  const refresh = useRefresh(collection)
  // Whoever opens a request with a key goes on with it.
  useEffect(() => heading.current?.focus(), [])

  function decide(decision: SettleRequest['decision'], isUncertain = false): void {
    if (settling?.kind === 'working') return
    const selection = { ids: approval.recordIds, all_records: false } as const
    const onRan = () => refresh({ selection })
    const given = { approval, decision, comment: comment.trim(), collection, action }
    void settle({ ...given, isUncertain, onRan }).then(() => setComment(''))
  }

  const { requester, team, createdAt, expiresAt, status } = approval
  return (
    <>
      <header className="flex shrink-0 items-start gap-2 border-b border-line py-2.5 pr-2 pl-4 max-sm:flex-row-reverse max-sm:pr-3 max-sm:pl-1">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2
              ref={heading}
              tabIndex={-1}
              className="min-w-0 text-section font-semibold break-words outline-none"
            >
              {approval.actionName}
            </h2>
            <ApprovalBadge status={status} />
          </div>
          <p className="mt-0.5 text-muted">
            {t('asked', {
              who: requester.id === reader.id ? 'you' : 'other',
              name: namePerson(requester),
              team: team.name,
              when: formatMoment(createdAt),
            })}
            {status === 'pending' ? ` · ${t('expires', { when: formatMoment(expiresAt) })}` : null}
          </p>
        </div>
        <CloseButton onClose={address.close} />
      </header>
      <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto p-4 max-sm:p-3">
        <p role="status" className="font-medium empty:hidden">
          {tellStory(approval)}
        </p>
        {approval.failure ? (
          <p className="rounded-card bg-danger-bg p-3 break-words text-danger">
            {approval.failure}
          </p>
        ) : null}
        <ApprovalRecords
          approval={approval}
          collections={collections}
          collection={collection}
          hasAuditTrail={hasAuditTrail && isOpen(approval)}
          subject={describe(approval)}
        />
        <ApprovalInputs approval={approval} action={action} collections={collections} />
        <ApprovalComments approval={approval} />
        <CommentField approval={approval} comment={comment} onChange={setComment} />
      </div>
      <ApprovalOutcome
        settling={settling}
        collection={collection}
        onRetry={(decision, isUncertain) => decide(decision, isUncertain)}
      />
      <ApprovalButtons
        approval={approval}
        choices={choices}
        isOwn={requester.id === reader.id}
        isKnown={action !== undefined}
        isWorking={settling?.kind === 'working'}
        onDecide={decision => decide(decision)}
      />
    </>
  )
}

function findAction(collection: CollectionModel | undefined, name: string) {
  if (!collection) return undefined
  const { primaryActions, otherActions, hiddenActions } = collection
  return [...primaryActions, ...otherActions, ...hiddenActions].find(each => each.name === name)
}

function CloseButton({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('approvals')
  return (
    <IconButton label={t('back')} onClick={onClose}>
      <X size={16} aria-hidden="true" className="max-sm:hidden" />
      <ArrowLeft size={16} aria-hidden="true" className="sm:hidden" />
    </IconButton>
  )
}

interface CommentFieldProps {
  readonly approval: Approval
  readonly comment: string
  readonly onChange: (comment: string) => void
}

/** Goes with the decision, or is added without one. */
function CommentField({ approval, comment, onChange }: CommentFieldProps) {
  const t = useTranslations('approvals')
  const id = useId()
  const add = useCommentApproval()
  const describeError = useErrorText()
  const [error, setError] = useState<unknown>()
  const [isAdding, setAdding] = useState(false)

  async function submit(): Promise<void> {
    setAdding(true)
    setError(undefined)
    try {
      await add(approval.id, comment.trim())
      onChange('')
    } catch (caught) {
      setError(caught)
    } finally {
      setAdding(false)
    }
  }

  return (
    <div className="flex flex-col gap-2">
      <Field
        id={id}
        label={t('comment')}
        help={t('commentHint')}
        problems={error === undefined ? [] : [describeError(error)]}
      >
        <textarea
          id={id}
          rows={2}
          maxLength={5000}
          value={comment}
          aria-describedby={`${id}-help ${id}-problems`}
          onChange={event => onChange(event.target.value)}
          className={`${controlClass} py-1.5`}
        />
      </Field>
      {comment.trim() === '' ? null : (
        <div>
          <Button disabled={isAdding} onClick={() => void submit()}>
            {t('addComment')}
          </Button>
        </div>
      )}
    </div>
  )
}
