import { LoaderCircle } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { formatSize } from '../../core/text/format-number.js'
import { Button } from '../../ui/button.js'
import { DrawerFooter } from '../../ui/drawer.js'
import type { RunPhase } from './use-action-run.js'
import { useElapsed } from './use-elapsed.js'

type RunningPhase = Extract<RunPhase, { kind: 'running' }>

interface RunningFooterProps {
  readonly phase: RunningPhase
  readonly onBackground: () => void
  readonly onCancel: () => void
}

/** How long an action has been running, and what can be done meanwhile. */
export function RunningFooter({ phase, onBackground, onCancel }: RunningFooterProps) {
  const t = useTranslations('actions')
  return (
    <DrawerFooter>
      <span className="mr-auto flex min-w-0 items-center gap-2 text-muted">
        <LoaderCircle size={14} aria-hidden="true" className="shrink-0 animate-spin" />
        <RunningText phase={phase} />
      </span>
      <Button size="form" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button size="form" onClick={onBackground}>
        {t('background')}
      </Button>
    </DrawerFooter>
  )
}

export function RunningText({ phase }: { readonly phase: RunningPhase }) {
  const t = useTranslations('actions')
  const language = useLocale()
  const seconds = useElapsed(phase.startedAt)
  if (phase.received > 0)
    return <span>{t('receiving', { size: formatSize(phase.received, language) })}</span>
  return (
    <span className="tabular-nums">
      {seconds < 2 ? t('running') : t('runningFor', { seconds })}
    </span>
  )
}
