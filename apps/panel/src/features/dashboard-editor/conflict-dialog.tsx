import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'

interface ConflictDialogProps {
  /** Who changed the dashboard, and when. */
  readonly message: string
  readonly onReload: () => void
  readonly onOverwrite: () => void
  readonly onClose: () => void
}

/** Says that somebody else changed the dashboard, and asks which of both to keep. */
export function ConflictDialog({ message, onReload, onOverwrite, onClose }: ConflictDialogProps) {
  const t = useTranslations('dashboards.editor')
  const app = useTranslations('app')
  return (
    <Dialog isOpen onClose={onClose} title={t('conflictTitle')} closeLabel={app('close')}>
      <div className="flex flex-col gap-4 p-4">
        <p role="alert">{message}</p>
        <p className="text-muted">{t('conflictHint')}</p>
        <footer className="flex flex-wrap justify-end gap-2">
          <Button size="form" onClick={onClose}>
            {t('keepEditing')}
          </Button>
          <Button size="form" look="danger" onClick={onOverwrite}>
            {t('saveMine')}
          </Button>
          <Button size="form" look="primary" onClick={onReload}>
            {t('loadTheirs')}
          </Button>
        </footer>
      </div>
    </Dialog>
  )
}
