import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

/** The place beside a list where a record is shown; on a phone, over it. */
export function PeekFrame({ children }: { readonly children?: ReactNode }) {
  const t = useTranslations('list')
  return (
    <aside
      aria-label={t('details')}
      className="flex w-[520px] max-w-[60%] min-w-[400px] shrink-0 flex-col border-l border-line bg-surface max-lg:absolute max-lg:inset-y-0 max-lg:right-0 max-lg:z-10 max-lg:shadow-float max-sm:w-full max-sm:max-w-none max-sm:min-w-0 max-sm:border-l-0"
    >
      {children}
    </aside>
  )
}
