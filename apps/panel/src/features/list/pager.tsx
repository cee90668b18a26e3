import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import type { PagePosition } from '../../core/list/page-number.js'
import { formatCount } from '../../core/text/format-number.js'
import { IconButton } from '../../ui/button.js'

interface PagerProps extends PagePosition {
  /** Whether the number of pages is only about right. */
  readonly isEstimated: boolean
  readonly onChange: (page: number) => void
}

/** The number of the page, and the ways to the pages beside it. */
export default function Pager(props: PagerProps) {
  const { page, pageCount, hasPrevious, hasNext, isEstimated, onChange } = props
  const t = useTranslations('pager')
  const language = useLocale()
  return (
    <nav aria-label={t('label')} className="flex items-center gap-1">
      <IconButton label={t('previous')} disabled={!hasPrevious} onClick={() => onChange(page - 1)}>
        <ChevronLeft size={14} aria-hidden="true" />
      </IconButton>
      <span role="status" className="tabular-nums whitespace-nowrap">
        {pageCount === undefined
          ? t('page', { page })
          : t('pageOf', { page, count: formatCount({ count: pageCount, isEstimated }, language) })}
      </span>
      <IconButton label={t('next')} disabled={!hasNext} onClick={() => onChange(page + 1)}>
        <ChevronRight size={14} aria-hidden="true" />
      </IconButton>
    </nav>
  )
}
