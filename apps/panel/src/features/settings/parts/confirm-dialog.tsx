import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormInput } from '../../../ui/form-input.js'
import { FormDialog } from './form-dialog.js'

interface ConfirmDialogProps {
  readonly title: string
  /** What will happen, and what cannot be taken back. */
  readonly hint: ReactNode
  /** The words of the button: "Delete the team". */
  readonly confirmLabel: string
  /** A name that must be typed first, where much is at stake. */
  readonly typed?: string
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

/** Asks before something is removed. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, hint, confirmLabel, typed, onConfirm, onClose } = props
  const t = useTranslations('settings.parts')
  const [text, setText] = useState('')
  return (
    <FormDialog
      title={title}
      submitLabel={confirmLabel}
      look="danger"
      isComplete={typed === undefined || text.trim() === typed.trim()}
      onSubmit={onConfirm}
      onClose={onClose}
    >
      <div className="wrap-anywhere">{hint}</div>
      {typed === undefined ? null : (
        <FormInput label={t('typeName', { name: typed })} value={text} onChange={setText} />
      )}
    </FormDialog>
  )
}
