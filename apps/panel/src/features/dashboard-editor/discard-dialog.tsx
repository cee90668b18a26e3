import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'

interface DiscardDialogProps {
  readonly onDiscard: () => void
  readonly onClose: () => void
}

/** Asks before changes are lost. */
export function DiscardDialog({ onDiscard, onClose }: DiscardDialogProps) {
  const t = useTranslations('dashboards.editor')
  const app = useTranslations('app')
  return (
    <Dialog isOpen onClose={onClose} title={t('discardTitle')} closeLabel={app('close')}>
      <div className="flex flex-col gap-4 p-4">
        <p>{t('discardHint')}</p>
        <footer className="flex flex-wrap justify-end gap-2">
          <Button size="form" onClick={onClose}>
            {t('keepEditing')}
          </Button>
          <Button size="form" look="danger" onClick={onDiscard}>
            {t('discard')}
          </Button>
        </footer>
      </div>
    </Dialog>
  )
}
