import { useTranslations } from 'use-intl'
import { usePlace } from '../../../data/place-context.js'
import { Button } from '../../../ui/button.js'
import { SettingsPage } from '../parts/settings-page.js'
import { SettingsSection } from '../parts/settings-section.js'
import { useStartJob } from '../parts/use-start-job.js'
import { LogRetention } from './log-retention.js'

export default function RetentionScreen() {
  const t = useTranslations('retention')
  const { project, environment } = usePlace().place
  const start = useStartJob()
  const base = `/api/projects/${project.id}`
  return (
    <SettingsPage title={t('title')} hint={t('hint')}>
      <LogRetention
        path={`${base}/environments/${environment.id}`}
        field="activityLogDays"
        title={t('activity', { environment: environment.name })}
        hint={t('activityHint')}
      />
      <LogRetention
        path={base}
        field="adminLogDays"
        title={t('admin')}
        hint={t('adminHint', { project: project.name })}
      />
      <SettingsSection title={t('archivesTitle')} hint={t('archivesHint')}>
        <p className="mb-3 text-muted">
          {t.rich('archivesCommand', {
            code: words => (
              <code className="rounded-control bg-sunken px-1 font-mono text-small wrap-anywhere">
                {words}
              </code>
            ),
          })}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => void start('apply-retention')}>{t('applyNow')}</Button>
          <Button onClick={() => void start('verify-logs', { archives: true })}>
            {t('verify')}
          </Button>
        </div>
      </SettingsSection>
    </SettingsPage>
  )
}
