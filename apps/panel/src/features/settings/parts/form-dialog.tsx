import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useErrorText } from '../../../shell/use-error-text.js'
import { Button } from '../../../ui/button.js'
import { Dialog } from '../../../ui/dialog.js'

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
  /** Called when the form was sent, and when the person leaves it. */
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A form in a dialog. Nothing that was entered is lost when the service refuses it. */
export function FormDialog(props: FormDialogProps) {
  const { title, submitLabel, shape = 'centre', look = 'primary', isComplete = true } = props
  const { onSubmit, onClose, children } = props
  const t = useTranslations('settings.parts')
  const app = useTranslations('app')
  const describeError = useErrorText()
  const [problem, setProblem] = useState<string>()
  const [isSending, setSending] = useState(false)

  async function submit() {
    if (!isComplete || isSending) return
    setSending(true)
    setProblem(undefined)
    try {
      await onSubmit()
      onClose()
    } catch (error) {
      setProblem(describeError(error))
      setSending(false)
    }
  }

  return (
    <Dialog isOpen onClose={onClose} title={title} closeLabel={app('close')} shape={shape}>
      <form
        noValidate
        className="flex min-h-0 flex-col"
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        <div className="flex min-h-0 flex-col gap-4 overflow-y-auto p-4">
          {children}
          {problem === undefined ? null : (
            <p role="alert" className="wrap-anywhere text-danger">
              {problem}
            </p>
          )}
        </div>
        <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3">
          <Button size="form" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button size="form" look={look} type="submit" disabled={!isComplete || isSending}>
            {submitLabel}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
