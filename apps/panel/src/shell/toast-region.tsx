import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { createToasts, ToastList } from '../ui/toast.js'
import { formatKeys } from './format-keys.js'
import type { Toast } from './toast.js'

interface ToastRegionProps {
  readonly subscribe: (listener: () => void) => () => void
  /** Gives the toasts that have not been shown yet. */
  readonly take: () => readonly Toast[]
}

/** One region for screen readers; it is there before its first toast, so that this one is read too. */
export default function ToastRegion({ subscribe, take }: ToastRegionProps) {
  const t = useTranslations('toasts')
  const [manager] = useState(createToasts)
  useEffect(() => {
    function showWaiting() {
      for (const { text, kind = 'success', details, undo } of take()) {
        manager.show({ text, kind, details, ...(undo && { undo: () => void undo() }) })
      }
    }
    showWaiting()
    return subscribe(showWaiting)
  }, [manager, subscribe, take])
  return (
    <ToastList
      toasts={manager}
      label={t('label')}
      closeLabel={t('close')}
      undoLabel={t('undo')}
      undoKeys={formatKeys('z')}
    />
  )
}
