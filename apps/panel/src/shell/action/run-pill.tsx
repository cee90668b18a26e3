import { CircleAlert, CircleCheck, LoaderCircle, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '../../ui/button.js'
import { type ActionRun, showRun } from './action-runner.js'
import { RunningText } from './running-footer.js'
import type { ActionRunState } from './use-action-run.js'

interface RunPillProps {
  readonly run: ActionRun
  readonly state: ActionRunState
  readonly onClose: () => void
}

/** An action in the background: how long it has been running, or that it ended. */
export function RunPill({ run, state, onClose }: RunPillProps) {
  const t = useTranslations('actions')
  const app = useTranslations('app')
  const { phase } = state
  const isRunning = phase.kind === 'running'
  return (
    <div className="flex h-10 max-w-[calc(100vw-24px)] items-center gap-2 rounded-full border border-line bg-surface pr-2 pl-4 shadow-float">
      {isRunning ? (
        <LoaderCircle size={14} aria-hidden="true" className="animate-spin text-muted" />
      ) : phase.kind === 'done' ? (
        <CircleCheck size={14} aria-hidden="true" className="text-success" />
      ) : (
        <CircleAlert size={14} aria-hidden="true" className="text-danger" />
      )}
      <span className="min-w-0 truncate font-medium">{run.action.name}</span>
      <span role="status" className="min-w-0 truncate text-muted">
        {phase.kind === 'running' ? (
          <RunningText phase={phase} />
        ) : (
          t(phase.kind === 'done' ? 'ended' : 'notEnded')
        )}
      </span>
      <Button look="ghost" onClick={() => showRun(run.key, true)}>
        {t('show')}
      </Button>
      {isRunning ? (
        <Button look="ghost" onClick={state.cancel}>
          {t('cancel')}
        </Button>
      ) : (
        <IconButton label={app('close')} onClick={onClose}>
          <X size={14} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  )
}
