import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { focusNow } from '../../ui/focus-now.js'

interface LeaveDialogProps {
  readonly title: string
  readonly text: string
  readonly onStay: () => void
  readonly onDiscard: () => void
  readonly onSave?: (() => void) | undefined
}

/** Asks what to do with changes before they would be lost. */
export default function LeaveDialog({ title, text, onStay, onDiscard, onSave }: LeaveDialogProps) {
  const t = useTranslations('record')
  const app = useTranslations('app')
  return (
    <Dialog isOpen onClose={onStay} title={title} closeLabel={app('close')}>
      <p className="px-4 py-4 text-form">{text}</p>
      <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3">
        <Button size="form" ref={focusNow} onClick={onStay}>
          {t('keepEditing')}
        </Button>
        <Button size="form" look="danger" onClick={onDiscard}>
          {t('discardAndLeave')}
        </Button>
        {onSave ? (
          <Button size="form" look="primary" onClick={onSave}>
            {t('saveAndLeave')}
          </Button>
        ) : null}
      </footer>
    </Dialog>
  )
}
