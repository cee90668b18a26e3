import { RefreshCw, Rows3 } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { formatClock } from '../../core/text/format-date.js'
import { formatCount } from '../../core/text/format-number.js'
import type { RecordCount } from '../../data/use-count.js'
import { usePreferences } from '../../data/use-preferences.js'
import { Button } from '../../ui/button.js'
import { loadOnDemand } from '../../ui/on-demand.js'

const DensityMenu = loadOnDemand('menu', () => import('./density-menu.js'))

interface ListFooterProps {
  readonly count: RecordCount | null | undefined
  readonly loaded: number
  readonly hasMore: boolean
  /** Pages have numbers: it does not matter how much of the list is loaded. */
  readonly isPaged: boolean
  readonly loadedAt: number
  readonly timezone: string
  readonly onRefresh: () => void
  /** Counts exactly, in place of the estimate. */
  readonly onCount: () => void
  readonly isCounting: boolean
  /** Further buttons. */
  readonly children?: ReactNode
}

/** How many records there are, how old they are, and in which time zone dates are shown. */
export const ListFooter = memo(function ListFooter(props: ListFooterProps) {
  const { count, loaded, hasMore, isPaged, loadedAt, timezone } = props
  const { onRefresh, onCount, isCounting } = props
  const t = useTranslations()
  const language = useLocale()
  const { preferences } = usePreferences()
  const time = loadedAt > 0 ? formatClock(new Date(loadedAt), timezone) : undefined
  return (
    <footer className="flex h-8 shrink-0 items-center gap-2 border-t border-line bg-bg px-3 text-small text-muted pointer-coarse:h-12">
      <span role="status" className="truncate tabular-nums">
        {hasMore && count?.isEstimated ? (
          <button
            type="button"
            title={t('list.countExactly')}
            aria-description={t('list.countExactly')}
            disabled={isCounting}
            onClick={onCount}
            className="rounded-[4px] underline decoration-dotted underline-offset-2 hover:text-text pointer-coarse:min-h-11"
          >
            {describeCount(t, count, loaded, hasMore, language)}
          </button>
        ) : (
          describeCount(t, count, loaded, hasMore, language)
        )}
      </span>
      {hasMore && loaded > 0 && !isPaged ? (
        <span className="truncate text-faint tabular-nums max-sm:hidden">
          {t('list.loaded', { count: loaded })}
        </span>
      ) : null}
      <span className="truncate text-faint max-sm:hidden">{timezone}</span>
      <span className="flex-1" />
      <Button
        look="ghost"
        icon={<RefreshCw size={12} aria-hidden="true" />}
        aria-label={time ? t('list.refreshFrom', { time }) : t('list.refresh')}
        onClick={onRefresh}
      >
        {time ? (
          <span className="text-small font-normal max-sm:hidden">{t('list.asOf', { time })}</span>
        ) : null}
      </Button>
      {props.children}
      <DensityMenu
        trigger={
          <Button look="ghost" icon={<Rows3 size={12} aria-hidden="true" />}>
            <span className="text-small font-normal">
              {t(`density.${preferences.density ?? 'default'}`)}
            </span>
          </Button>
        }
      />
    </footer>
  )
})

type Texts = ReturnType<typeof useTranslations<never>>

/** Once all rows are loaded, they are counted; before, the database says about how many there are. */
function describeCount(
  t: Texts,
  count: RecordCount | null | undefined,
  loaded: number,
  hasMore: boolean,
  language: string,
): string {
  const known = hasMore ? count : { count: loaded, isEstimated: false }
  if (!known) return ''
  return t('list.count', { count: known.count, text: formatCount(known, language) })
}
