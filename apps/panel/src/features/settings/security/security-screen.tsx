import { Building2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { ApiError } from '../../../data/api-error.js'
import { useTwoFactors } from '../../../data/settings/use-two-factors.js'
import { ErrorView } from '../../../shell/error-view.js'
import { Empty } from '../../../ui/empty.js'
import { SettingsPage } from '../parts/settings-page.js'
import { HistorySection } from './history-section.js'
import { PasswordSection } from './password-section.js'
import { SessionsSection } from './sessions-section.js'
import { SignInAgain } from './sign-in-again.js'
import { TwoFactorSections } from './two-factor-sections.js'

/** How the person signs in: password, second factors, sessions, and what happened to them. */
export default function SecurityScreen() {
  const t = useTranslations('security')
  const { data: factors, error, refetch } = useTwoFactors()
  const isManaged = error instanceof ApiError && error.code === 'password_session_required'
  return (
    <SettingsPage title={t('title')} hint={t('hint')}>
      {isManaged ? (
        <div className="mb-8 rounded-card border border-line">
          <Empty
            icon={<Building2 size={18} aria-hidden="true" />}
            title={t('managed')}
            hint={t('managedHint')}
          />
        </div>
      ) : null}
      {error && !isManaged ? <ErrorView error={error} onRetry={() => void refetch()} /> : null}
      {factors?.hasPassword ? <PasswordSection /> : null}
      {factors ? (
        <>
          {needsSecondFactor(factors) ? <SignInAgain /> : null}
          <TwoFactorSections factors={factors} />
        </>
      ) : null}
      <SessionsSection />
      {factors ? <HistorySection /> : null}
    </SettingsPage>
  )
}

type Factors = NonNullable<ReturnType<typeof useTwoFactors>['data']>

/** The account has a second factor that this session has not proved: it cannot change any. */
const needsSecondFactor = ({ hasTwoFactors, totp, passkeys }: Factors) =>
  !hasTwoFactors && (totp !== null || passkeys.length > 0)
