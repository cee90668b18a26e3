import { Suspense, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { formatAddress } from '../../core/places/address.js'
import { listRelatedTabs } from '../../core/record/related.js'
import type { CollectionModel, Collections } from '../../core/schema/collection-model.js'
import { history } from '../../data/history.js'
import { usePlace } from '../../data/place-context.js'
import { RecordActions } from '../../shell/action/record-actions.js'
import { useNoteInAddress } from '../../shell/notes/use-note-in-address.js'
import { RecordBadge } from '../../shell/record/record-badge.js'
import { RecordButtons } from '../../shell/record/record-buttons.js'
import { RecordDetails } from '../../shell/record/record-details.js'
import { RecordEditParts } from '../../shell/record/record-edit-parts.js'
import { useListSearch } from '../../shell/record/use-list-search.js'
import { useRecordView } from '../../shell/record/use-record-view.js'
import { TimelineRail, TimelineTab } from '../../shell/timeline/timeline-rail.js'
import { useIsWide } from '../../shell/use-is-wide.js'
import { lazyPart } from '../../ui/lazy-part.js'
import { RecordFacts } from './record-facts.js'
import { RecordSteps } from './record-steps.js'
import { chartsTab, RecordTabs, timelineTab } from './record-tabs.js'
import { RelatedPanel } from './related-panel.js'

const RecordCharts = lazyPart(() => import('./record-charts.js'))

interface RecordPageProps {
  readonly collections: Collections
  readonly collection: CollectionModel
  readonly id: string
  readonly tab: string | undefined
}

/** A record on a page of its own: its head, its fields, and a tab for each related list. */
export function RecordPage({ collections, collection, id, tab }: RecordPageProps) {
  const t = useTranslations('record')
  const { names } = usePlace()
  const search = useListSearch()
  const listAddress =
    formatAddress({ ...names, screen: { kind: 'list', collection: collection.name } }) + search
  const tabs = useMemo(
    () => listRelatedTabs(collection, id, collections),
    [collection, id, collections],
  )
  const related = tabs.find(({ relation }) => relation === tab)
  const isCharts = !related && tab === chartsTab && collection.charts.length > 0
  const isWide = useIsWide()
  const hasNote = useNoteInAddress() !== undefined && tab === undefined
  const isTimeline = !isWide && (tab === timelineTab || hasNote)
  const current = isTimeline ? timelineTab : isCharts ? tab : related?.relation
  const summary =
    formatAddress({ ...names, screen: { kind: 'record', collection: collection.name, id } }) +
    search
  const view = useRecordView(
    { collections, collection, id },
    {
      onEdit: current === undefined ? undefined : () => history.push(summary),
      onDeleted: () => history.push(listAddress),
      onCreated: ({ id: created }) =>
        history.push(
          formatAddress({
            ...names,
            screen: { kind: 'record', collection: collection.name, id: created },
          }) + search,
        ),
    },
  )
  const { record, title, error } = view
  const parent = useMemo(() => ({ id, title }), [id, title])
  const isMissing = record === null
  const timeline = { collections, collection, id, title, record: record ?? undefined }
  return (
    <div className="relative flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="shrink-0 px-4 pt-3 max-sm:px-3">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <a href={listAddress} className="text-small text-muted hover:text-text">
              {collection.label}
            </a>
            <RecordSteps collections={collections} collection={collection} id={id} tab={current} />
          </div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2 py-1">
            <h1 className="min-w-0 truncate text-title font-semibold">{title}</h1>
            {record ? (
              <RecordBadge record={record} collection={collection} collections={collections} />
            ) : null}
            <span className="flex-1" />
            <div className="flex flex-wrap items-center gap-1.5 empty:hidden max-sm:order-1 max-sm:w-full">
              <RecordActions collections={collections} collection={collection} id={id} />
            </div>
            <div className="flex items-center gap-1.5">
              <RecordButtons view={view} />
            </div>
          </div>
          {isMissing || (error && !record) ? null : (
            <RecordFacts record={record} collection={collection} collections={collections} />
          )}
          {isMissing ? null : (
            <RecordTabs
              collection={collection}
              id={id}
              tabs={tabs}
              current={current}
              hasTimeline={!isWide}
              search={search}
              label={t('tabs')}
            />
          )}
        </header>
        {related ? (
          <RelatedPanel
            key={related.relation}
            tab={related}
            collections={collections}
            parent={parent}
            isReady={record !== undefined}
          />
        ) : isTimeline && record ? (
          <TimelineTab {...timeline} />
        ) : isCharts ? (
          <Suspense>
            <RecordCharts collection={collection} id={id} />
          </Suspense>
        ) : (
          <div className="min-h-0 flex-1 overflow-y-auto border-t border-line px-4 py-4 max-sm:px-3">
            <div className="max-w-[960px]">
              <RecordDetails view={view} />
            </div>
          </div>
        )}
        <RecordEditParts view={view} />
      </div>
      {isWide && record ? <TimelineRail {...timeline} /> : null}
    </div>
  )
}
