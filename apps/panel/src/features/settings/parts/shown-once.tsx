import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.js'
import { copyText } from '../../../ui/copy-text.js'

interface ShownOnceProps {
  /** What it is: "Secret of the environment". */
  readonly label: string
  readonly value: string
  /** What to do with it. */
  readonly hint?: string
}

/** A secret that cannot be read again: it is copied now or made anew. */
export function ShownOnce({ label, value, hint }: ShownOnceProps) {
  const t = useTranslations('settings.parts')
  const [isCopied, setCopied] = useState(false)
  return (
    <div className="rounded-card border border-warning bg-warning-bg p-3">
      <p className="font-medium text-text">{label}</p>
      <p className="text-small text-text">{hint ?? t('shownOnce')}</p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <code
          data-secret=""
          className="min-w-0 flex-1 basis-48 rounded-control border border-line bg-surface px-2 py-1 font-mono wrap-anywhere select-all"
        >
          {value}
        </code>
        <Button
          onClick={() => void copyText(value).then(setCopied)}
          icon={
            isCopied ? (
              <Check size={14} aria-hidden="true" />
            ) : (
              <Copy size={14} aria-hidden="true" />
            )
          }
        >
          {isCopied ? t('copied') : t('copy')}
        </Button>
      </div>
    </div>
  )
}
