import { LockOpen, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.js'

interface RightsNoticesProps {
  readonly isOpen: boolean
  readonly hasSchema: boolean
  readonly isOutdated: boolean
  readonly onCatchUp: () => void
}

/** What to know about the rights below. */
export function RightsNotices({ isOpen, hasSchema, isOutdated, onCatchUp }: RightsNoticesProps) {
  const t = useTranslations('roles')
  const warning = <TriangleAlert size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
  return (
    <>
      {isOpen ? (
        <Notice icon={<LockOpen size={14} aria-hidden="true" className="mt-0.5 shrink-0" />}>
          {t('open')}
        </Notice>
      ) : null}
      {hasSchema ? null : <Notice icon={warning}>{t('noSchema')}</Notice>}
      {isOutdated ? (
        <Notice icon={warning} button={<Button onClick={onCatchUp}>{t('catchUp')}</Button>}>
          {t('outdated')}
        </Notice>
      ) : null}
    </>
  )
}

interface NoticeProps {
  readonly icon: ReactNode
  readonly button?: ReactNode
  readonly children: ReactNode
}

function Notice({ icon, button, children }: NoticeProps) {
  return (
    <div
      role="status"
      className="mb-3 flex flex-wrap items-start gap-2 rounded-control bg-warning-bg px-3 py-2 text-warning"
    >
      {icon}
      <span className="min-w-0 flex-1">{children}</span>
      {button}
    </div>
  )
}
