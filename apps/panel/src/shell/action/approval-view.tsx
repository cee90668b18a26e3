import { ShieldCheck } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatDate } from '../../core/text/format-date.js'
import { TooManyRecordsError } from '../../data/list-selected-ids.js'
import { useApprovers, useAskForApproval } from '../../data/use-approval.js'
import { useDateStyle } from '../../data/use-date-style.js'
import { Button } from '../../ui/button.js'
import { controlClass } from '../../ui/control.js'
import { DrawerBody, DrawerFooter, DrawerForm } from '../../ui/drawer.js'
import { Field } from '../../ui/field.js'
import { focusNow } from '../../ui/focus-now.js'
import { formatKeys } from '../format-keys.js'
import { useErrorText } from '../use-error-text.js'
import type { ActionRun } from './action-runner.js'
import { EndFooter } from './end-footer.js'
import { Outcome } from './result-view.js'
import type { ActionRunState, RunPhase } from './use-action-run.js'

interface ApprovalViewProps {
  readonly run: ActionRun
  readonly state: ActionRunState
  readonly phase: Extract<RunPhase, { kind: 'approval' }>
  readonly onClose: () => void
}

/** Asks for the approval of an action, with a comment; says who may approve. */
export function ApprovalView({ run, state, phase, onClose }: ApprovalViewProps) {
  const t = useTranslations('actions')
  const describeError = useErrorText()
  const style = useDateStyle()
  const ask = useAskForApproval()
  const id = useId()
  const [comment, setComment] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [error, setError] = useState<unknown>()
  const [asked, setAsked] = useState<{ readonly id: number; readonly expiresAt: string }>()

  async function submit(): Promise<void> {
    if (isAsking) return
    setAsking(true)
    setError(undefined)
    try {
      const { collection, action } = run
      const { values } = phase
      const { fields } = state.formState
      const signal = new AbortController().signal
      setAsked(
        await ask({ collection, action, target: state.target, fields, values, comment }, signal),
      )
      state.markClean()
    } catch (caught) {
      setError(caught)
    } finally {
      setAsking(false)
    }
  }

  if (asked) {
    const date = formatDate(asked.expiresAt, style)
    return (
      <>
        <DrawerBody>
          <Outcome icon={<ShieldCheck size={18} aria-hidden="true" />}>
            {t('approval.asked', { number: asked.id })}
          </Outcome>
          <p className="text-muted">{t('approval.next', { date })}</p>
        </DrawerBody>
        <EndFooter onClose={onClose} />
      </>
    )
  }
  return (
    <DrawerForm onSubmit={() => void submit()}>
      <DrawerBody>
        <p role="status" className="text-form font-medium">
          {t('approval.title', { action: run.action.name })}
        </p>
        <Approvers roleIds={phase.roleIds} />
        <Field id={id} label={t('approval.comment')} help={t('approval.commentHint')} problems={[]}>
          <textarea
            id={id}
            rows={4}
            ref={focusNow}
            maxLength={5000}
            value={comment}
            aria-describedby={`${id}-help`}
            onChange={event => setComment(event.target.value)}
            className={`${controlClass} py-1.5`}
          />
        </Field>
        <p className="text-small text-muted">{t('approval.stored')}</p>
        {error === undefined ? null : (
          <p role="alert" className="rounded-card bg-danger-bg p-3 text-danger">
            {error instanceof TooManyRecordsError ? t('approval.tooMany') : describeError(error)}
          </p>
        )}
      </DrawerBody>
      <DrawerFooter>
        <Button size="form" onClick={() => state.setPhase({ kind: 'form' })}>
          {t('back')}
        </Button>
        <Button
          look="primary"
          size="form"
          type="submit"
          disabled={isAsking}
          keys={formatKeys('mod+enter')}
        >
          {t('approval.ask')}
        </Button>
      </DrawerFooter>
    </DrawerForm>
  )
}

/** Who may approve, by role. */
export function Approvers({ roleIds }: { readonly roleIds: readonly number[] }) {
  const t = useTranslations('actions')
  const { data, error } = useApprovers(roleIds)
  if (error) return null
  if (!data) return <p className="text-muted">{t('approval.findingApprovers')}</p>
  if (data.length === 0) return <p className="text-muted">{t('approval.nobody')}</p>
  return (
    <div>
      <p className="text-muted">{t('approval.who')}</p>
      <ul className="mt-1 flex flex-col gap-1">
        {data.map(({ role, people }) => (
          <li key={role}>
            <span className="font-medium">{role}</span>
            <span className="text-muted"> · {people.join(', ')}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
