import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { copyText } from '../../ui/copy-text.js'
import { useToasts } from '../toasts.js'

/** Copies a text and says so. */
export function useCopyText(): (text: string, what: 'link' | 'json' | 'curl') => Promise<void> {
  const t = useTranslations('record.copied')
  const { show } = useToasts()
  return useCallback(
    async (text, what) => {
      const isCopied = await copyText(text)
      show(isCopied ? { text: t(what) } : { text: t('failed'), kind: 'danger' })
    },
    [t, show],
  )
}
