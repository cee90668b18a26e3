import { Check, Copy, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../ui/button.js'
import { copyText } from '../ui/copy-text.js'

interface CopyButtonProps {
  readonly id?: string
  readonly getText: () => string
}

const icons = { copy: Copy, copied: Check, notCopied: X }

/** Copies a text, which is made when somebody asks for it, and says so. */
export function CopyButton({ id, getText }: CopyButtonProps) {
  const t = useTranslations('values')
  const [state, setState] = useState<keyof typeof icons>('copy')
  const Icon = icons[state]
  return (
    <Button
      id={id}
      look="ghost"
      icon={<Icon size={14} aria-hidden="true" />}
      onClick={() =>
        void copyText(getText()).then(isDone => setState(isDone ? 'copied' : 'notCopied'))
      }
    >
      <span aria-live="polite">{t(state)}</span>
    </Button>
  )
}
