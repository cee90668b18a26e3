import { ArrowLeft } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { hasLevel } from '../../../core/settings/has-level.js'
import { usePlace } from '../../../data/place-context.js'
import { useServiceData } from '../../../data/settings/use-service.js'
import { ErrorView } from '../../../shell/error-view.js'
import { SettingsPage } from '../parts/settings-page.js'
import { useSettingsLinks } from '../parts/use-settings-links.js'
import { AgentSection } from './agent-section.js'
import { DeleteSection } from './delete-section.js'
import type { Environment } from './environment.js'
import { GeneralSection } from './general-section.js'
import { KindBadge } from './kind-badge.js'
import { RightsSection } from './rights-section.js'
import { SecretsSection } from './secrets-section.js'
import { TeamsSection } from './teams-section.js'

interface EnvironmentPageProps {
  readonly listPath: string
  readonly id: string
}

/** One environment. Admins change all of it, developers what is their own. */
export function EnvironmentPage({ listPath, id }: EnvironmentPageProps) {
  const t = useTranslations('environments')
  const { boot, place } = usePlace()
  const links = useSettingsLinks()
  const path = `${listPath}/${encodeURIComponent(id)}`
  const { data, error, refetch } = useServiceData<Environment>(path)
  const level = place.project.permissionLevel
  const isAdmin = hasLevel(level, 'admin')
  const isOwn = data?.ownerId === boot.user.id && hasLevel(level, 'developer')
  const mayChange = isAdmin || isOwn
  return (
    <SettingsPage
      title={data?.name ?? t('environment')}
      hint={
        <a
          href={links.build('environments')}
          className="inline-flex items-center gap-1 text-muted hover:text-text hover:underline"
        >
          <ArrowLeft size={14} aria-hidden="true" />
          {t('all')}
        </a>
      }
      buttons={data ? <KindBadge kind={data.kind} /> : undefined}
    >
      {error && !data ? <ErrorView error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <>
          {mayChange ? null : <p className="mb-5 text-muted">{t('readOnly')}</p>}
          <GeneralSection
            environment={data}
            path={path}
            listPath={listPath}
            isAdmin={isAdmin}
            mayChange={mayChange}
          />
          {data.agent ? <AgentSection agent={data.agent} /> : null}
          <SecretsSection
            environment={data}
            path={path}
            listPath={listPath}
            mayChange={mayChange}
          />
          <RightsSection environment={data} path={path} listPath={listPath} isAdmin={isAdmin} />
          <TeamsSection path={path} />
          {isAdmin ? <DeleteSection environment={data} path={path} listPath={listPath} /> : null}
        </>
      ) : null}
    </SettingsPage>
  )
}
