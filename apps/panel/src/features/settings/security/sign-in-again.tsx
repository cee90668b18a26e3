import { useTranslations } from 'use-intl'
import { getSignInPath } from '../../../data/sign-in-path.js'

/** Says that this session was opened before the second factor, and leads to the sign-in. */
export function SignInAgain() {
  const t = useTranslations('security.signInAgain')
  return (
    <p className="mb-5 rounded-card border border-warning bg-warning-bg p-3">
      {t('text')}{' '}
      <a href={getSignInPath()} className="text-accent underline underline-offset-2">
        {t('link')}
      </a>
    </p>
  )
}
