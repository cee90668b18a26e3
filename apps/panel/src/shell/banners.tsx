import { Suspense, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { formatDate } from '../core/text/format-date.js'
import { type Trouble, useTrouble } from '../data/connection-state.js'
import { roleView } from '../data/role-view.js'
import { askToSignIn, useSessionState } from '../data/session-state.js'
import { useDateStyle } from '../data/use-date-style.js'
import { Banner } from '../ui/banner.js'
import { Button } from '../ui/button.js'
import { lazyPart } from '../ui/lazy-part.js'
import { loadWhenIdle } from '../ui/on-demand.js'
import { useNeedsReload } from './recover-code.js'

const loadSignIn = () => import('./sign-in-dialog.js')
const SignInDialog = lazyPart(loadSignIn)

const RoleViewBanner = lazyPart(() => import('./role-view-banner.js'))

/** As which role the page is shown, what does not work at the moment, and what still does. */
export function Banners() {
  return (
    <>
      {roleView ? (
        <Suspense>
          <RoleViewBanner />
        </Suspense>
      ) : null}
      <Problems />
    </>
  )
}

function Problems() {
  const session = useSessionState()
  const trouble = useTrouble()
  const needsReload = useNeedsReload()
  // Without the service it could not be loaded when it is needed.
  useEffect(() => loadWhenIdle(loadSignIn), [])
  if (trouble && trouble.kind !== 'stale') return <TroubleBanner trouble={trouble} />
  if (session.isEnded) {
    return (
      <>
        <SessionBanner />
        <Suspense>{session.isPutOff ? null : <SignInDialog />}</Suspense>
      </>
    )
  }
  if (needsReload) return <ReloadBanner />
  return trouble ? <TroubleBanner trouble={trouble} /> : null
}

function TroubleBanner({ trouble }: { readonly trouble: Trouble }) {
  const t = useTranslations('banners')
  const style = useDateStyle()
  if (trouble.kind !== 'stale') return <Banner>{t(trouble.kind)}</Banner>
  const { asOf } = trouble
  if (!asOf) return <Banner>{t('staleUnknown')}</Banner>
  return <Banner>{t('stale', { time: formatDate(asOf.toISOString(), style) })}</Banner>
}

function SessionBanner() {
  const t = useTranslations('banners')
  return <Banner action={<Button onClick={askToSignIn}>{t('signIn')}</Button>}>{t('ended')}</Banner>
}

function ReloadBanner() {
  const t = useTranslations('banners')
  return (
    <Banner action={<Button onClick={() => window.location.reload()}>{t('reload')}</Button>}>
      {t('code')}
    </Banner>
  )
}
