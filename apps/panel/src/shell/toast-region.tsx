import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '../data/api-error.js'
import { createToasts, ToastList } from '../ui/toast.js'
import { formatKeys } from './format-keys.js'
import RuleHint from './rule-hint.js'
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
      for (const { text, kind = 'success', details, error, undo } of take()) {
        manager.show({
          text,
          kind,
          details: addRule(details, error),
          ...(undo && { undo: () => void undo() }),
        })
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

function addRule(details: ReactNode, error: unknown): ReactNode {
  const rule = error instanceof ApiError ? error.rule : undefined
  if (!rule) return details
  return (
    <>
      {details}
      <RuleHint rule={rule} />
    </>
  )
}
