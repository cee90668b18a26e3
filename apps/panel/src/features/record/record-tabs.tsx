import { clsx } from 'clsx'
import { useLocale, useTranslations } from 'use-intl'
import { formatAddress } from '../../core/places/address.js'
import type { RelatedTab } from '../../core/record/related.js'
import type { CollectionModel } from '../../core/schema/collection-model.js'
import { formatCount } from '../../core/text/format-number.js'
import { usePlace } from '../../data/place-context.js'
import { useRelatedCounts } from '../../data/use-related-counts.js'

/** The tab of charts; relations have their own names. */
export const chartsTab = '~charts'

interface RecordTabsProps {
  readonly collection: CollectionModel
  readonly id: string
  readonly tabs: readonly RelatedTab[]
  /** Whether the timeline is a tab, where there is no room beside the record. */
  readonly hasTimeline: boolean
  /** The relation that is open, the timeline or the charts; undefined for the fields of the record. */
  readonly current: string | undefined
  readonly search: string
  readonly label: string
}

/** The name of the timeline in addresses, which is that of no relation. */
export const timelineTab = '~timeline'

/** Summary, the timeline, and each related list with its count. They are links: each has an address. */
export function RecordTabs(props: RecordTabsProps) {
  const { collection, id, tabs, current, hasTimeline, search, label } = props
  const t = useTranslations('record')
  const timeline = useTranslations('timeline')
  const d = useTranslations('dashboards')
  const locale = useLocale()
  const { names } = usePlace()
  const counts = useRelatedCounts(tabs)
  const buildLink = (tab: string | undefined) =>
    formatAddress({
      ...names,
      screen: {
        kind: 'record',
        collection: collection.name,
        id,
        ...(tab !== undefined && { tab }),
      },
    }) + search
  const entries = [
    { relation: undefined, label: t('summary'), count: undefined },
    ...(hasTimeline ? [{ relation: timelineTab, label: timeline('title'), count: undefined }] : []),
    ...tabs.map((tab, index) => ({ ...tab, count: counts[index] })),
    ...(collection.charts.length > 0
      ? [{ relation: chartsTab, label: d('view.charts'), count: undefined }]
      : []),
  ]
  return (
    <nav aria-label={label} className="relative -mx-2 flex overflow-x-auto">
      {entries.map(entry => {
        const isCurrent = entry.relation === current
        return (
          <a
            key={entry.relation ?? ''}
            href={buildLink(entry.relation)}
            aria-current={isCurrent ? 'page' : undefined}
            className={clsx(
              'flex h-9 shrink-0 items-center gap-1.5 border-b-2 px-2 font-medium whitespace-nowrap pointer-coarse:h-11',
              isCurrent
                ? 'border-accent text-text'
                : 'border-transparent text-muted hover:text-text',
            )}
          >
            {entry.label}
            {entry.count ? (
              <span className="text-small font-normal text-muted tabular-nums">
                {formatCount(entry.count, locale)}
              </span>
            ) : null}
          </a>
        )
      })}
    </nav>
  )
}
