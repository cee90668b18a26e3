import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.js'
import { Dialog } from '../../../ui/dialog.js'
import { ShownOnce } from './shown-once.js'

interface SecretDialogProps {
  readonly title: string
  /** What the secret is. */
  readonly label: string
  readonly value: string
  /** What to do with it, above it. */
  readonly children?: ReactNode
  readonly onClose: () => void
}

/** A secret that was made just now: it is shown until the person is done. */
export function SecretDialog({ title, label, value, children, onClose }: SecretDialogProps) {
  const t = useTranslations('settings.parts')
  const app = useTranslations('app')
  return (
    <Dialog isOpen onClose={onClose} title={title} closeLabel={app('close')}>
      <div className="flex flex-col gap-4 overflow-y-auto p-4">
        {children}
        <ShownOnce label={label} value={value} />
      </div>
      <footer className="flex justify-end border-t border-line px-4 py-3">
        <Button size="form" look="primary" onClick={onClose}>
          {t('done')}
        </Button>
      </footer>
    </Dialog>
  )
}
