import { useTranslations } from 'use-intl'
import { useUnreachable } from '../data/connection-state.js'
import { Banner } from '../ui/banner.js'

/** What does not work at the moment, and what still does. */
export function Banners() {
  const t = useTranslations('banners')
  const unreachable = useUnreachable()
  return unreachable ? <Banner>{t(unreachable)}</Banner> : null
}
