import { Check, Minus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { ShowProps } from '../show-props.js'

export function ShowBoolean({ value }: ShowProps) {
  const t = useTranslations('values')
  const Icon = value ? Check : Minus
  return (
    <span className="inline-flex h-5 items-center align-middle">
      <Icon size={14} aria-hidden="true" className={value ? 'text-success' : 'text-faint'} />
      <span className="sr-only">{value ? t('yes') : t('no')}</span>
    </span>
  )
}
