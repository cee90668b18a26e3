import { useTranslations } from 'use-intl'
import { useServiceData } from '../../../data/settings/use-service.js'
import { ErrorView } from '../../../shell/error-view.js'
import { Skeleton } from '../../../ui/skeleton.js'
import { SettingsSection } from '../parts/settings-section.js'
import { ArchiveList } from './archive-list.js'
import { RetentionForm } from './retention-form.js'

interface LogRetentionProps {
  /** The path of the project or the environment that the log belongs to. */
  readonly path: string
  readonly field: 'activityLogDays' | 'adminLogDays'
  readonly title: string
  readonly hint: string
}

/** How long a log is kept, and what it left behind. */
export function LogRetention({ path, field, title, hint }: LogRetentionProps) {
  const t = useTranslations('retention')
  const { data, error, refetch } = useServiceData<Readonly<Record<string, number | null>>>(
    `${path}/retention`,
  )
  const days = data?.[field]
  return (
    <SettingsSection title={title} hint={hint}>
      {days !== undefined ? (
        <RetentionForm
          key={days}
          path={`${path}/retention`}
          field={field}
          days={days}
          name={title}
        />
      ) : error ? (
        <ErrorView error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width="40%" />
      )}
      <h3 className="mt-5 mb-2 font-medium">{t('archives')}</h3>
      <ArchiveList path={`${path}/archives`} label={t('archivesNamed', { name: title })} />
    </SettingsSection>
  )
}
