import type { BootProject } from '@service/protocol'
import { useTranslations } from 'use-intl'
import { basePath, removeBasePath } from '../../../core/places/base-path.js'
import type { SsoStatus } from '../../../core/settings/sso-draft.js'
import { CopyLine } from '../parts/copy-line.js'
import { Notice } from '../parts/notice.js'
import { SettingsSection } from '../parts/settings-section.js'

interface SignInOnceProps {
  readonly project: Pick<BootProject, 'name'>
  readonly status: SsoStatus
  readonly isDirty: boolean
}

/** The real test: a sign-in through the provider, which comes back here. */
export function SignInOnce({ project, status, isDirty }: SignInOnceProps) {
  const t = useTranslations('sso')
  const returnTo = removeBasePath(window.location.pathname)
  const address = `${basePath}/sso/${encodeURIComponent(project.name)}/sign-in?${new URLSearchParams({ returnTo })}`
  return (
    <SettingsSection title={t('tryTitle')} hint={t('tryHint')}>
      <div className="flex max-w-[640px] flex-col gap-4">
        {status.isSessionOfProvider ? <Notice tone="success">{t('isThroughIt')}</Notice> : null}
        {isDirty ? (
          <p className="text-muted">{t('saveFirst')}</p>
        ) : (
          <p>
            <a
              href={address}
              className="inline-flex h-8 items-center rounded-control border border-line bg-surface px-3 text-form font-medium hover:bg-hover pointer-coarse:h-11"
            >
              {t('signIn')}
            </a>
          </p>
        )}
        <CopyLine label={t('signInUrl')} value={status.signInUrl} help={t('signInUrlHint')} />
      </div>
    </SettingsSection>
  )
}
