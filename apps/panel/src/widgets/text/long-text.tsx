import { clsx } from 'clsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.js'
import { CopyButton } from '../copy-button.js'
import { saveBlob } from '../file/save-blob.js'

interface LongTextProps {
  readonly text: string
  readonly label: string
  readonly isCode?: boolean
}

const shortText = 1_000
/** More would make the page slow; the rest is in the copy and the download. */
const longestShown = 100_000

/** A text of many lines: its beginning, the whole of it on demand. */
export default function LongText({ text, label, isCode = false }: LongTextProps) {
  const t = useTranslations('values')
  const [isOpen, setOpen] = useState(false)
  const shown = text.slice(0, isOpen ? longestShown : shortText)
  const isCut = isOpen && text.length > longestShown
  return (
    <div className="flex min-w-0 flex-col items-start gap-1">
      <div
        className={clsx(
          'max-w-full break-words whitespace-pre-wrap',
          isOpen ? 'max-h-[60dvh] overflow-y-auto' : 'line-clamp-6',
          isCode && 'w-full rounded-control bg-sunken p-2 font-mono text-small',
        )}
      >
        {shown}
      </div>
      {isCut ? (
        <p className="text-small text-muted">
          {t('cut', { shown: longestShown, count: text.length })}
        </p>
      ) : null}
      <div className="flex gap-1">
        <Button look="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('less') : t('more')}
        </Button>
        <CopyButton getText={() => text} />
        {isCut ? (
          <Button look="ghost" onClick={() => saveBlob(new Blob([text]), `${label}.txt`)}>
            {t('download')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
