import { useFormatter, useTranslations } from 'use-intl'
import type { Job, JobLog } from '../../../core/settings/job.js'
import { Badge } from '../../../ui/badge.js'
import { CopyButton } from '../../../widgets/copy-button.js'
import { SettingsSection } from '../parts/settings-section.js'
import { type SettingsColumn, SettingsTable } from '../parts/settings-table.js'

/** What a job found in each log of the project. */
export function JobLogs({ job }: { readonly job: Job }) {
  const t = useTranslations('jobs')
  const columns = useColumns(job.kind)
  const logs = job.result?.logs
  if (!logs) return null
  return (
    <SettingsSection
      title={t('result')}
      hint={job.kind === 'verify-logs' ? t('anchorKeep') : undefined}
    >
      <SettingsTable
        label={t('result')}
        columns={columns}
        rows={logs}
        getKey={({ kind, ownerId }) => `${kind} ${ownerId}`}
        empty={{ title: t('noLogs') }}
      />
    </SettingsSection>
  )
}

function useColumns(kind: string): readonly SettingsColumn<JobLog>[] {
  const t = useTranslations('jobs')
  const format = useFormatter()
  const count = (number: number | undefined) => format.number(number ?? 0)
  const log: SettingsColumn<JobLog> = {
    key: 'log',
    label: t('log'),
    show: ({ environmentName }) =>
      environmentName === null ? t('adminLog') : t('activityLog', { name: environmentName }),
  }
  const found: SettingsColumn<JobLog> = {
    key: 'found',
    label: t('found'),
    show: ({ problem }) =>
      problem === undefined ? (
        <Badge tone="success">{t(kind === 'verify-logs' ? 'intact' : 'fine')}</Badge>
      ) : (
        <span className="text-danger wrap-anywhere">{problem}</span>
      ),
  }
  const archived: SettingsColumn<JobLog> = {
    key: 'archived',
    label: t('archived'),
    isNumber: true,
    show: ({ archivedRows }) => count(archivedRows),
  }
  if (kind === 'verify-logs') {
    return [
      log,
      found,
      { key: 'rows', label: t('entries'), isNumber: true, show: ({ rows }) => count(rows) },
      { ...archived, isWideOnly: true },
      {
        key: 'anchor',
        label: t('anchor'),
        isWideOnly: true,
        show: ({ anchor }) =>
          anchor ? (
            <span className="flex items-center gap-1">
              <code className="max-w-40 truncate font-mono text-small">{anchor}</code>
              <CopyButton getText={() => anchor} />
            </span>
          ) : (
            '–'
          ),
      },
    ]
  }
  return [
    log,
    found,
    { key: 'days', label: t('days'), isNumber: true, show: ({ days }) => count(days) },
    archived,
    {
      key: 'removed',
      label: t('removed'),
      isNumber: true,
      isWideOnly: true,
      show: ({ removedRows }) => count(removedRows),
    },
  ]
}
