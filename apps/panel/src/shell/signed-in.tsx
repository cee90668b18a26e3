import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { announceSignIn } from '../data/sign-in-again.js'
import { Empty } from '../ui/empty.js'

/** The end of a sign-in beside a page: the page is told, and this window closes. */
export function SignedIn() {
  const t = useTranslations('signInAgain')
  useEffect(() => {
    announceSignIn()
    // The message is delivered first.
    const timer = setTimeout(() => window.close(), 50)
    return () => clearTimeout(timer)
  }, [])
  return (
    <main>
      <Empty
        icon={<CircleCheck size={18} aria-hidden="true" />}
        title={t('signedIn')}
        hint={t('signedInHint')}
      />
    </main>
  )
}
