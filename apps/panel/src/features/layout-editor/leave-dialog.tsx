import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { focusNow } from '../../ui/focus-now.js'
import { leave } from './editor-store.js'

/** Asks what becomes of the draft. */
export function LeaveDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('layoutEditor.leaving')
  const app = useTranslations('app')
  return (
    <Dialog isOpen onClose={onClose} title={t('title')} closeLabel={app('close')}>
      <p className="p-4 text-form">{t('text')}</p>
      <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3">
        <Button size="form" ref={focusNow} onClick={onClose}>
          {t('stay')}
        </Button>
        <Button size="form" look="danger" onClick={() => leave({ isKept: false })}>
          {t('discard')}
        </Button>
        <Button size="form" look="primary" onClick={() => leave({ isKept: true })}>
          {t('keep')}
        </Button>
      </footer>
    </Dialog>
  )
}
