import { ShieldCheck } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useTwoFactors } from '../../../data/settings/use-two-factors.js'
import { useBoot } from '../../../data/use-boot.js'
import { ErrorView } from '../../../shell/error-view.js'
import { Empty } from '../../../ui/empty.js'
import { SignInAgain } from './sign-in-again.js'
import { TwoFactorSections } from './two-factor-sections.js'

interface TwoFactorGateProps {
  readonly projectName: string
}

/** Leads somebody to their second factor before they open a project that requires it. */
export default function TwoFactorGate({ projectName }: TwoFactorGateProps) {
  const t = useTranslations('security.gate')
  const { refetch: openProject } = useBoot()
  const { data: factors, error, refetch } = useTwoFactors()
  if (error && !factors) return <ErrorView error={error} onRetry={() => void refetch()} />
  if (!factors) return null
  const hasFactor = factors.totp !== null || factors.passkeys.length > 0
  return (
    <div className="mx-auto max-w-[640px] px-4">
      <Empty
        icon={<ShieldCheck size={18} aria-hidden="true" />}
        title={t('title', { name: projectName })}
        hint={t('hint')}
      />
      {hasFactor && !factors.hasTwoFactors ? (
        <SignInAgain />
      ) : (
        <TwoFactorSections factors={factors} onFirst={() => void openProject()} />
      )}
    </div>
  )
}
