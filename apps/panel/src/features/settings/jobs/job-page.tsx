import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { formatAddress } from '../../../core/places/address.js'
import { isCancellable, type Job, measureJob } from '../../../core/settings/job.js'
import { usePlace } from '../../../data/place-context.js'
import { request } from '../../../data/service-api.js'
import { useJob } from '../../../data/settings/use-jobs.js'
import { useServiceChange } from '../../../data/settings/use-service.js'
import { ErrorView } from '../../../shell/error-view.js'
import { Button } from '../../../ui/button.js'
import { Skeleton } from '../../../ui/skeleton.js'
import { ConfirmDialog } from '../parts/confirm-dialog.js'
import { Moment } from '../parts/moment.js'
import { SettingsPage } from '../parts/settings-page.js'
import { JobLogs } from './job-logs.js'
import { JobBadge, JobProgress } from './job-state.js'
import { useJobKind } from './use-job-kind.js'

/** One job while it runs and after it: how far it is, what it found, and why it failed. */
export function JobPage({ id }: { readonly id: string }) {
  const t = useTranslations('jobs')
  const describeKind = useJobKind()
  const { place, names } = usePlace()
  const list = `/api/projects/${place.project.id}/jobs`
  const path = `${list}/${encodeURIComponent(id)}`
  const { data: job, error, refetch } = useJob(path)
  const [isAsking, setAsking] = useState(false)
  const cancel = useServiceChange(() => request('DELETE', path), [list])
  const title = job ? describeKind(job.kind) : t('title')
  return (
    <SettingsPage
      title={title}
      hint={
        <a
          href={formatAddress({ ...names, screen: { kind: 'settings', area: 'jobs' } })}
          className="inline-flex items-center gap-1 text-accent hover:underline"
        >
          <ArrowLeft size={14} aria-hidden="true" />
          {t('all')}
        </a>
      }
      buttons={
        job && isCancellable(job) ? (
          <Button look="danger" onClick={() => setAsking(true)}>
            {t('cancel')}
          </Button>
        ) : undefined
      }
    >
      {job ? (
        <JobDetails job={job} />
      ) : error ? (
        <ErrorView error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width="50%" />
      )}
      {isAsking && job ? (
        <ConfirmDialog
          title={t('cancelTitle', { kind: describeKind(job.kind) })}
          hint={t('cancelHint')}
          confirmLabel={t('cancel')}
          onConfirm={cancel}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </SettingsPage>
  )
}

function JobDetails({ job }: { readonly job: Job }) {
  const t = useTranslations('jobs')
  const language = useLocale()
  const duration = measureJob(job, new Date())
  const seconds = duration === undefined ? undefined : Math.round(duration / 1000)
  const format = new Intl.NumberFormat(language, { style: 'unit', unit: 'second' })
  return (
    <>
      <div className="mb-4 flex flex-col gap-3 rounded-card border border-line p-4">
        <div role="status" className="flex flex-wrap items-center gap-2">
          <JobBadge job={job} />
          {job.progress?.message && job.exitCode === null ? (
            <span className="text-muted wrap-anywhere">{job.progress.message}</span>
          ) : null}
        </div>
        <JobProgress job={job} />
        {job.error ? <p className="wrap-anywhere text-danger">{job.error}</p> : null}
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          <Fact label={t('by')}>{job.createdBy?.email ?? '–'}</Fact>
          <Fact label={t('created')}>
            <Moment value={job.createdAt} />
          </Fact>
          <Fact label={t('took')}>{seconds === undefined ? '–' : format.format(seconds)}</Fact>
          {job.exitCode === null ? (
            <Fact label={t('deadline')}>
              <Moment value={job.deadline} />
            </Fact>
          ) : (
            <Fact label={t('exitCode')}>{job.exitCode}</Fact>
          )}
        </dl>
      </div>
      <JobLogs job={job} />
    </>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  )
}
