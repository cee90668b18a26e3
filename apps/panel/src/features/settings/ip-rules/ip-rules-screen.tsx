import { useTranslations } from 'use-intl'
import type { IpRules } from '../../../core/settings/ip-rule.js'
import { usePlace } from '../../../data/place-context.js'
import { useServiceData } from '../../../data/settings/use-service.js'
import { ErrorView } from '../../../shell/error-view.js'
import { Skeleton } from '../../../ui/skeleton.js'
import { SettingsPage } from '../parts/settings-page.js'
import { IpRulesForm } from './ip-rules-form.js'

export default function IpRulesScreen() {
  const t = useTranslations('ipRules')
  const { project, environment } = usePlace().place
  const path = `/api/projects/${project.id}/environments/${environment.id}/ip-rules`
  const { data, error, refetch } = useServiceData<IpRules>(path)
  return (
    <SettingsPage title={t('title')} hint={t('hint', { environment: environment.name })}>
      {data ? (
        <IpRulesForm key={JSON.stringify(data)} path={path} stored={data} />
      ) : error ? (
        <ErrorView error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width="60%" />
      )}
    </SettingsPage>
  )
}
