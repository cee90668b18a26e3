import { Star } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { formatNumber } from '../../core/text/format-number.js'
import { ShowNumber } from '../number/show.js'
import type { ShowProps } from '../show-props.js'

const most = 5

/** Stars, when the number is one of them; else the number. */
export function ShowRating(props: ShowProps) {
  const t = useTranslations('values')
  const language = useLocale()
  const number = Number(props.value)
  const isRating = props.value !== '' && number >= 0 && number <= most
  if (!isRating) return <ShowNumber {...props} />
  const text = formatNumber(number, language)
  return (
    <span className="inline-flex items-center gap-0.5" data-tooltip={text}>
      {Array.from({ length: most }, (_, index) => index + 1).map(star => (
        <Star
          key={star}
          size={13}
          aria-hidden="true"
          className={star <= Math.round(number) ? 'fill-warning text-warning' : 'text-line-strong'}
        />
      ))}
      <span className="sr-only">{t('outOf', { value: text, most: String(most) })}</span>
    </span>
  )
}
