import { ChevronDown, ChevronUp, Maximize2, X } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { formatAddress } from '../../core/places/address.js'
import type { PanelRecord } from '../../core/record/panel-record.js'
import { listRelatedTabs } from '../../core/record/related.js'
import type { CollectionModel, Collections } from '../../core/schema/collection-model.js'
import { formatCount } from '../../core/text/format-number.js'
import { usePlace } from '../../data/place-context.js'
import type { RecordCount } from '../../data/use-count.js'
import { useRelatedCounts } from '../../data/use-related-counts.js'
import { IconButton } from '../../ui/button.js'
import { lazyPart } from '../../ui/lazy-part.js'
import { useAfterPaint } from '../../ui/use-after-paint.js'
import { RecordActions } from '../action/record-actions.js'
import { PeekFrame } from './peek-frame.js'
import { RecordBadge } from './record-badge.js'
import { RecordButtons } from './record-buttons.js'
import { NoRightToRead, RecordDetails } from './record-details.js'
import { RecordEditParts } from './record-edit-parts.js'
import { useRecordView } from './use-record-view.js'

const PeekTimeline = lazyPart(() => import('../timeline/peek-timeline.js'))

export interface PeekProps {
  readonly collections: Collections
  readonly collection: CollectionModel
  readonly id: string
  readonly known: PanelRecord | undefined
  /** The search part of the address of its page: the list that it was opened from. */
  readonly pageSearch: string
  readonly onMove: ((step: 1 | -1) => void) | undefined
  readonly onClose: () => void
  /** Shows another record, such as a copy of this one. */
  readonly onShow: (id: string) => void
}

/** A record beside its list; on a phone, in its place. */
export default function Peek(props: PeekProps) {
  const { collection } = props
  if (!collection.rights.read) {
    return (
      <PeekFrame>
        <div className="flex h-12 shrink-0 items-center justify-end border-b border-line px-2">
          <CloseButton onClose={props.onClose} />
        </div>
        <NoRightToRead name={collection.label} />
      </PeekFrame>
    )
  }
  return <ReadablePeek {...props} />
}

function ReadablePeek(props: PeekProps) {
  const { collections, collection, id, known, pageSearch, onMove, onClose, onShow } = props
  const t = useTranslations('record')
  const { names } = usePlace()
  const view = useRecordView(
    { collections, collection, id, known },
    { onDeleted: onClose, onCreated: record => onShow(record.id) },
  )
  const screen = { kind: 'record', collection: collection.name, id } as const
  const { record } = view
  return (
    <PeekFrame>
      <header className="shrink-0 border-b border-line">
        <div className="flex h-12 items-center gap-1 pr-2 pl-4">
          <h2 className="min-w-0 truncate text-section font-semibold">{view.title}</h2>
          <span className="min-w-2 flex-1" />
          <RecordButtons view={view} isCompact />
          {onMove ? (
            <>
              <IconButton label={t('previous')} onClick={() => onMove(-1)}>
                <ChevronUp size={16} aria-hidden="true" />
              </IconButton>
              <IconButton label={t('next')} onClick={() => onMove(1)}>
                <ChevronDown size={16} aria-hidden="true" />
              </IconButton>
            </>
          ) : null}
          <a
            href={formatAddress({ ...names, screen }) + pageSearch}
            aria-label={t('openPage')}
            title={t('openPage')}
            className="inline-flex size-7 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-text pointer-coarse:size-11"
          >
            <Maximize2 size={14} aria-hidden="true" />
          </a>
          <CloseButton onClose={onClose} />
        </div>
        <div className="flex flex-wrap items-center gap-1.5 px-4 pb-2 empty:hidden">
          {record ? (
            <RecordBadge record={record} collection={collection} collections={collections} />
          ) : null}
          <RecordActions collections={collections} collection={collection} id={id} known={known} />
        </div>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-3">
        <RecordDetails view={view} />
        {record !== null && view.editor.state?.open !== 'form' ? (
          <>
            <RelatedLinks
              collections={collections}
              collection={collection}
              id={id}
              pageSearch={pageSearch}
            />
            <AfterPaint>
              <Suspense>
                <PeekTimeline
                  key={id}
                  collections={collections}
                  collection={collection}
                  id={id}
                  title={view.title}
                  record={record}
                />
              </Suspense>
            </AfterPaint>
          </>
        ) : null}
      </div>
      <RecordEditParts view={view} />
    </PeekFrame>
  )
}

/** What is below the fields: they are on the screen before it. */
function AfterPaint({ children }: { readonly children: ReactNode }) {
  return useAfterPaint(true) ? children : null
}

function CloseButton({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('app')
  return (
    <IconButton label={t('close')} onClick={onClose}>
      <X size={16} aria-hidden="true" />
    </IconButton>
  )
}

/** How many there are; nothing where that is not counted. */
function RelatedCount({ count }: { readonly count: RecordCount | null | undefined }) {
  const locale = useLocale()
  if (count === null) return null
  return <span className="text-muted tabular-nums">{count ? formatCount(count, locale) : '…'}</span>
}

type RelatedLinksProps = Pick<PeekProps, 'collections' | 'collection' | 'id' | 'pageSearch'>

/** How many related records there are, as links to their lists. */
function RelatedLinks({ collections, collection, id, pageSearch }: RelatedLinksProps) {
  const t = useTranslations('record')
  const { names } = usePlace()
  const tabs = listRelatedTabs(collection, id, collections)
  // Asked for at once, in the request for the record.
  const counts = useRelatedCounts(tabs)
  const isShown = useAfterPaint(tabs.length > 0)
  if (!isShown) return null
  return (
    <section aria-label={t('related')} className="mt-6">
      <h3 className="mb-2 text-small font-medium text-muted">{t('related')}</h3>
      <ul className="flex flex-wrap gap-2">
        {tabs.map(({ relation, label }, index) => {
          const screen = { kind: 'record', collection: collection.name, id, tab: relation } as const
          return (
            <li key={relation}>
              <a
                href={formatAddress({ ...names, screen }) + pageSearch}
                className="flex h-7 items-center gap-2 rounded-control border border-line px-2 hover:bg-hover pointer-coarse:min-h-11"
              >
                {label}
                <RelatedCount count={counts[index]} />
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
