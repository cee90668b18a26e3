import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatAddress } from '../../../core/places/address.js'
import { isCancellable, type Job, type JobKind } from '../../../core/settings/job.js'
import { usePlace } from '../../../data/place-context.js'
import { request } from '../../../data/service-api.js'
import { useJobs } from '../../../data/settings/use-jobs.js'
import { useServiceChange } from '../../../data/settings/use-service.js'
import { Button } from '../../../ui/button.js'
import { ConfirmDialog } from '../parts/confirm-dialog.js'
import { Moment } from '../parts/moment.js'
import { SettingsPage } from '../parts/settings-page.js'
import { SettingsTable } from '../parts/settings-table.js'
import { JobBadge, JobProgress } from './job-state.js'
import { StartJobDialog } from './start-job-dialog.js'
import { useJobKind } from './use-job-kind.js'

/** The jobs of the project, and what starts one. */
export function JobsPage() {
  const t = useTranslations('jobs')
  const describeKind = useJobKind()
  const { place, names } = usePlace()
  const path = `/api/projects/${place.project.id}/jobs`
  const { data, error, refetch } = useJobs(path)
  const [started, setStarted] = useState<JobKind>()
  const [cancelled, setCancelled] = useState<Job>()
  const cancel = useServiceChange(({ id }: Job) => request('DELETE', `${path}/${id}`), [path])
  return (
    <SettingsPage
      title={t('title')}
      hint={t('hint')}
      isWide
      buttons={
        <>
          <Button onClick={() => setStarted('verify-logs')}>{t('start.verify-logs')}</Button>
          <Button onClick={() => setStarted('apply-retention')}>
            {t('start.apply-retention')}
          </Button>
        </>
      }
    >
      <SettingsTable
        label={t('list')}
        columns={[
          {
            key: 'kind',
            label: t('kind'),
            show: job => (
              <a
                href={formatAddress({
                  ...names,
                  screen: { kind: 'settings', area: 'jobs', id: String(job.id) },
                })}
                className="font-medium text-accent hover:underline"
              >
                {describeKind(job.kind)}
              </a>
            ),
          },
          {
            key: 'status',
            label: t('state'),
            show: job => (
              <div className="flex flex-col items-start gap-1">
                <JobBadge job={job} />
                <JobProgress job={job} />
                {job.error ? (
                  <span className="line-clamp-2 max-w-[420px] text-small text-muted wrap-anywhere">
                    {job.error}
                  </span>
                ) : null}
              </div>
            ),
          },
          {
            key: 'by',
            label: t('by'),
            isWideOnly: true,
            show: ({ createdBy }) => createdBy?.email ?? '–',
          },
          {
            key: 'created',
            label: t('created'),
            show: ({ createdAt }) => <Moment value={createdAt} />,
          },
          {
            key: 'finished',
            label: t('finished'),
            isWideOnly: true,
            show: ({ finishedAt }) => <Moment value={finishedAt} />,
          },
        ]}
        rows={data?.data}
        getKey={({ id }) => id}
        empty={{ title: t('none'), hint: t('noneHint') }}
        error={error}
        onRetry={() => void refetch()}
        buttons={{
          label: t('actions'),
          show: job =>
            isCancellable(job) ? (
              <Button onClick={() => setCancelled(job)}>{t('cancel')}</Button>
            ) : null,
        }}
      />
      {started ? <StartJobDialog kind={started} onClose={() => setStarted(undefined)} /> : null}
      {cancelled ? (
        <ConfirmDialog
          title={t('cancelTitle', { kind: describeKind(cancelled.kind) })}
          hint={t('cancelHint')}
          confirmLabel={t('cancel')}
          onConfirm={() => cancel(cancelled)}
          onClose={() => setCancelled(undefined)}
        />
      ) : null}
    </SettingsPage>
  )
}
