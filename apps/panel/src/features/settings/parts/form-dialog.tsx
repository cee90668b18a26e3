import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import LeaveDialog from '../../../shell/record/leave-dialog.js'
import { useErrorText } from '../../../shell/use-error-text.js'
import { useLeaving } from '../../../shell/use-leaving.js'
import { Button } from '../../../ui/button.js'
import { Dialog } from '../../../ui/dialog.js'
import { ScrollRegion } from '../../../ui/scroll-region.js'

interface FormDialogProps {
  readonly title: string
  /** The words of the button that sends the form. */
  readonly submitLabel: string
  readonly shape?: 'centre' | 'wide'
  readonly look?: 'primary' | 'danger'
  /** Whether the form can be sent. Default: true. */
  readonly isComplete?: boolean
  /** Sends the form; when it fails, the dialog stays with what was entered, and says why. */
  readonly onSubmit: () => Promise<unknown>
  /** Shows an error at a field; false when it is about none, and the dialog shows it. */
  readonly onRefused?: (error: unknown) => boolean
  /** Called when the form was sent, and when the person leaves it. */
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A form in a dialog. Nothing that was entered is lost: when the service refuses it, and by Esc or a press beside it. */
export function FormDialog(props: FormDialogProps) {
  const { title, submitLabel, shape = 'centre', look = 'primary', isComplete = true } = props
  const { onSubmit, onRefused, onClose, children } = props
  const t = useTranslations('settings.parts')
  const app = useTranslations('app')
  const record = useTranslations('record')
  const describeError = useErrorText()
  const [problem, setProblem] = useState<string>()
  const [isSending, setSending] = useState(false)
  const [isTouched, setTouched] = useState(false)
  const leaving = useLeaving(isTouched && !isSending && look !== 'danger', onClose)

  async function submit() {
    if (!isComplete || isSending) return
    setSending(true)
    setProblem(undefined)
    try {
      await onSubmit()
      onClose()
    } catch (error) {
      if (!onRefused?.(error)) setProblem(describeError(error))
      setSending(false)
    }
  }

  return (
    <Dialog isOpen onClose={leaving.ask} title={title} closeLabel={app('close')} shape={shape}>
      <form
        noValidate
        className="flex min-h-0 flex-col"
        onInput={() => setTouched(true)}
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        <ScrollRegion label={t('form')} className="flex min-h-0 flex-col gap-4 p-4">
          {children}
          {problem === undefined ? null : (
            <p role="alert" className="wrap-anywhere text-danger">
              {problem}
            </p>
          )}
        </ScrollRegion>
        <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3">
          <Button size="form" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button size="form" look={look} type="submit" disabled={!isComplete || isSending}>
            {submitLabel}
          </Button>
        </footer>
      </form>
      {leaving.isAsking ? (
        <LeaveDialog
          title={record('leaveTitle')}
          text={record('leaveText')}
          onStay={leaving.stay}
          onDiscard={leaving.leave}
        />
      ) : null}
    </Dialog>
  )
}
