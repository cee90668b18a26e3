import { useTranslations } from 'use-intl'
import { isUnfinished, type Job, type JobStatus } from '../../../core/settings/job.js'
import { Badge, type BadgeTone } from '../../../ui/badge.js'
import { ProgressLine } from '../../../ui/progress-line.js'

const tones: Readonly<Record<JobStatus, BadgeTone>> = {
  queued: 'hue-7',
  running: 'info',
  succeeded: 'success',
  failed: 'danger',
  timed_out: 'danger',
  cancelled: 'warning',
}

export function JobBadge({ job }: { readonly job: Job }) {
  const t = useTranslations('jobs')
  const isStopping = isUnfinished(job) && job.cancelRequestedAt !== null
  return (
    <Badge tone={tones[job.status]}>{t(isStopping ? 'stopping' : `status.${job.status}`)}</Badge>
  )
}

/** How far a job that has not ended is. */
export function JobProgress({ job }: { readonly job: Job }) {
  const t = useTranslations('jobs')
  if (!isUnfinished(job)) return null
  const { done = 0, total = null } = job.progress ?? {}
  return (
    <div className="flex min-w-32 flex-col gap-1">
      <ProgressLine label={t('progress')} value={done} max={total ?? undefined} />
      <p className="text-small text-muted tabular-nums">
        {total === null ? t('doneSoFar', { done }) : t('doneOf', { done, total })}
      </p>
    </div>
  )
}
