import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Approval, ApprovalChoices } from '../../core/approvals/approval.js'
import type { ApprovalDecision } from '../../core/approvals/settle-approval.js'
import { type PanelCommand, useCommands } from '../../shell/commands.js'
import { formatKeys } from '../../shell/format-keys.js'
import { Button } from '../../ui/button.js'

interface ApprovalButtonsProps {
  readonly approval: Approval
  /** Absent when nothing can be done any more. */
  readonly choices: ApprovalChoices | undefined
  readonly isOwn: boolean
  /** Whether the agent offers the action to the person. */
  readonly isKnown: boolean
  readonly isWorking: boolean
  readonly onDecide: (decision: ApprovalDecision) => void
}

/** What the person can do with a request, or why they cannot. */
export function ApprovalButtons(props: ApprovalButtonsProps) {
  const { approval, choices, isOwn, isKnown, isWorking, onDecide } = props
  const t = useTranslations('approvals')
  const canRun = (choices?.canApprove || choices?.canRun) === true
  const label = t(choices?.canRun ? 'run' : 'approve')
  useSubmitKey(label, canRun && isKnown && !isWorking, () => onDecide('approve'))
  if (!choices) return null
  const { canReject, canCancel } = choices
  const reason = explain()
  if (!canRun && !canReject && !canCancel && !reason) return null
  return (
    <footer className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-3 max-sm:px-3">
      {reason ? <p className="mr-auto min-w-0 text-muted">{reason}</p> : null}
      {canCancel ? (
        <Button size="form" disabled={isWorking} onClick={() => onDecide('cancel')}>
          {t('cancel')}
        </Button>
      ) : null}
      {canReject ? (
        <Button size="form" look="danger" disabled={isWorking} onClick={() => onDecide('reject')}>
          {t('reject')}
        </Button>
      ) : null}
      {canRun ? (
        <Button
          size="form"
          look="primary"
          disabled={isWorking || !isKnown}
          keys={formatKeys('mod+enter')}
          onClick={() => onDecide('approve')}
        >
          {label}
        </Button>
      ) : null}
    </footer>
  )

  function explain(): string | undefined {
    if (canRun) return isKnown ? undefined : t('unknownAction')
    if (approval.status !== 'pending' && approval.status !== 'approved') return undefined
    return t(isOwn ? 'ownRequest' : 'notYours')
  }
}

/** ⌘Enter or Ctrl Enter, also from the comment. */
function useSubmitKey(title: string, isOffered: boolean, submit: () => void): void {
  useCommands(
    useMemo(
      (): readonly PanelCommand[] =>
        isOffered
          ? [
              {
                id: 'approve and run',
                title,
                group: 'list',
                shortcut: 'mod+enter',
                worksWhileTyping: true,
                run: submit,
              },
            ]
          : [],
      [title, isOffered, submit],
    ),
  )
}
