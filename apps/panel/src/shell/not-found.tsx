import { Compass } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { formatAddress } from '../core/places/address.js'
import { usePlace } from '../data/place-context.js'
import { Empty } from '../ui/empty.js'

export function NotFound() {
  const t = useTranslations('shell')
  const { names } = usePlace()
  return (
    <Empty
      icon={<Compass size={18} aria-hidden="true" />}
      title={t('notFound')}
      hint={t('notFoundHint')}
    >
      <a
        href={formatAddress({ ...names, screen: { kind: 'home' } })}
        className="text-accent hover:underline"
      >
        {t('backHome')}
      </a>
    </Empty>
  )
}
