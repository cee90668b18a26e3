import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'

interface ConfirmDialogProps {
  readonly title: string
  readonly hint: string
  /** The words of the button that goes on. */
  readonly confirmLabel: string
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before something is lost. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, hint, confirmLabel, onConfirm, onClose } = props
  const t = useTranslations('dashboards.editor')
  const app = useTranslations('app')
  return (
    <Dialog isOpen onClose={onClose} title={title} closeLabel={app('close')}>
      <div className="flex flex-col gap-4 p-4">
        <p>{hint}</p>
        <footer className="flex flex-wrap justify-end gap-2">
          <Button size="form" onClick={onClose}>
            {t('keepEditing')}
          </Button>
          <Button size="form" look="danger" onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </footer>
      </div>
    </Dialog>
  )
}
