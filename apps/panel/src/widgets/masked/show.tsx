import { Eye } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ShowProps } from '../show-props.js'

/** A likely secret: hidden until somebody asks for it. */
export function ShowMasked({ value }: ShowProps) {
  const t = useTranslations('values')
  const [isShown, setShown] = useState(false)
  if (isShown) return <code className="break-all text-small">{String(value)}</code>
  return (
    <button
      type="button"
      aria-label={`${t('masked')}, ${t('show')}`}
      onClick={event => {
        event.stopPropagation()
        setShown(true)
      }}
      className="inline-flex items-center gap-1.5 text-muted hover:text-text"
    >
      <span aria-hidden="true">••••••</span>
      <Eye size={12} aria-hidden="true" />
    </button>
  )
}
