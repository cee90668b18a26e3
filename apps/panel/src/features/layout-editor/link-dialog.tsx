import type { LayoutItem } from '@service/protocol'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Input } from '../../ui/input.js'

interface LinkDialogProps {
  readonly onAdd: (link: LayoutItem) => void
  readonly onClose: () => void
}

const isAddress = (text: string): boolean => /^https?:\/\/[^\s\p{Cc}]+$/u.test(text)

/** Asks for a link to elsewhere. */
export function LinkDialog({ onAdd, onClose }: LinkDialogProps) {
  const t = useTranslations('layoutEditor.link')
  const app = useTranslations('app')
  const [label, setLabel] = useState('')
  const [url, setUrl] = useState('https://')
  const first = useRef<HTMLInputElement>(null)
  const isRight = label.trim() !== '' && isAddress(url.trim())
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('title')}
      closeLabel={app('close')}
      initialFocus={first}
    >
      <form
        className="flex flex-col gap-3 p-4"
        onSubmit={event => {
          event.preventDefault()
          if (isRight) onAdd({ kind: 'link', label: label.trim(), url: url.trim() })
        }}
      >
        <span className="flex flex-col gap-1">
          <span aria-hidden="true" className="text-small font-medium text-muted">
            {t('label')}
          </span>
          <Input
            ref={first}
            label={t('label')}
            value={label}
            maxLength={100}
            onChange={event => setLabel(event.target.value)}
          />
        </span>
        <span className="flex flex-col gap-1">
          <span aria-hidden="true" className="text-small font-medium text-muted">
            {t('url')}
          </span>
          <Input
            label={t('url')}
            value={url}
            maxLength={2000}
            onChange={event => setUrl(event.target.value)}
          />
        </span>
        <p className="text-small text-muted">{t('hint')}</p>
        <footer className="flex justify-end gap-2">
          <Button size="form" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button size="form" look="primary" type="submit" disabled={!isRight}>
            {t('add')}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
