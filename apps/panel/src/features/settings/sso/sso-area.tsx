import type { BootProject } from '@service/protocol'
import { useTranslations } from 'use-intl'
import type { SsoSettings, SsoStatus } from '../../../core/settings/sso-draft.js'
import { useServiceData } from '../../../data/settings/use-service.js'
import { ErrorView } from '../../../shell/error-view.js'
import { Skeleton } from '../../../ui/skeleton.js'
import { SsoForm } from './sso-form.js'

interface SsoAreaProps {
  readonly project: Pick<BootProject, 'id' | 'name'>
  /** Whether the project refuses this session: then only the connection itself can be changed. */
  readonly isRepair?: boolean
  /** Called when something was saved. */
  readonly onStored?: () => void
}

/** The single sign-on of a project. It needs no place, so it can be mended when nobody gets into one. */
export function SsoArea({ project, isRepair = false, onStored }: SsoAreaProps) {
  const t = useTranslations('sso')
  const path = `/api/projects/${project.id}/sso`
  const status = useServiceData<SsoStatus>(`${path}/status`)
  const isConnected = status.data?.isConnected ?? false
  const settings = useServiceData<SsoSettings>(path, { isNeeded: isConnected })
  const error = status.error ?? (isConnected ? settings.error : null)
  if (error) {
    return <ErrorView error={error} onRetry={() => void status.refetch()} />
  }
  if (!status.data || (isConnected && !settings.data)) {
    return (
      <div role="status" aria-label={t('loading')} className="flex flex-col gap-3">
        <Skeleton width="60%" />
        <Skeleton width="80%" />
      </div>
    )
  }
  return (
    <SsoForm
      // A connection that somebody else changed starts a new form.
      key={settings.data?.updatedAt ?? 'none'}
      project={project}
      path={path}
      status={status.data}
      settings={isConnected ? settings.data : undefined}
      isRepair={isRepair}
      onStored={onStored}
    />
  )
}
