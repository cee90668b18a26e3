import { useTranslations } from 'use-intl'
import { formatWizardAddress } from '../core/onboarding/wizard-address.js'
import { usePlace } from '../data/place-context.js'

/** Leads whoever may change the environment to the step that connects its agent. */
export default function ConnectLink() {
  const t = useTranslations('start')
  const { project, environment } = usePlace().place
  if (project.permissionLevel !== 'admin') return null
  return (
    <a
      href={formatWizardAddress({ step: 'database', environmentId: environment.id })}
      className="inline-flex min-h-7 items-center text-accent underline-offset-2 hover:underline"
    >
      {t('connectThis')}
    </a>
  )
}
