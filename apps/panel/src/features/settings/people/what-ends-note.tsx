import { useTranslations } from 'use-intl'
import type { WhatEnds } from './use-what-ends.js'

/** Names what stops working with a change. */
export function WhatEndsNote({ tokens, environments }: WhatEnds) {
  const t = useTranslations('people.ends')
  if (tokens.length + environments.length === 0) return null
  return (
    <ul className="list-disc rounded-control bg-warning-bg py-2 pr-3 pl-7 text-text">
      {tokens.length > 0 ? (
        <li>{t('tokens', { count: tokens.length, names: tokens.join(', ') })}</li>
      ) : null}
      {environments.length > 0 ? (
        <li>{t('environments', { count: environments.length, names: environments.join(', ') })}</li>
      ) : null}
    </ul>
  )
}
