import { MapPin } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { buildMapLink, type Point } from '../../core/text/point.js'

/** A link to a map; nothing when the point is no place on the earth. */
export function MapLink({ point }: { readonly point: Point }) {
  const t = useTranslations('values')
  const href = buildMapLink(point)
  if (href === undefined) return null
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex shrink-0 items-center gap-1 text-accent hover:underline"
    >
      <MapPin size={12} aria-hidden="true" />
      {t('map')}
    </a>
  )
}
