import { useTranslations } from 'use-intl'
import { RemoveFactors } from './remove-factors.js'
import ResetLink from './reset-link.js'

interface PersonSignInProps {
  readonly person: { readonly id: number; readonly email: string }
}

/** How a person signs in, as far as admins can help. */
export function PersonSignIn({ person }: PersonSignInProps) {
  const t = useTranslations('people')
  return (
    <section aria-label={t('signIn')} className="mt-3 border-t border-line pt-4">
      <h3 className="mb-2 text-section font-semibold">{t('signIn')}</h3>
      <div className="flex flex-col items-start gap-4">
        <ResetLink person={person} />
        <RemoveFactors person={person} />
      </div>
    </section>
  )
}
