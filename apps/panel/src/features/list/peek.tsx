import { ChevronDown, ChevronUp, Maximize2, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { formatAddress } from '../../core/places/address.js'
import type { PanelRecord } from '../../core/record/panel-record.js'
import type { CollectionModel, Collections } from '../../core/schema/collection-model.js'
import { usePlace } from '../../data/place-context.js'
import { RecordDetails } from '../../shell/record/record-details.js'
import { RecordTitle } from '../../shell/record/record-title.js'
import { IconButton } from '../../ui/button.js'

interface PeekProps {
  readonly collections: Collections
  readonly collection: CollectionModel
  readonly id: string
  readonly known: PanelRecord | undefined
  readonly onMove: ((step: 1 | -1) => void) | undefined
  readonly onClose: () => void
}

/** A record beside its list; on a phone, in its place. */
export function Peek({ collections, collection, id, known, onMove, onClose }: PeekProps) {
  const t = useTranslations()
  const { names } = usePlace()
  const page = formatAddress({
    ...names,
    screen: { kind: 'record', collection: collection.name, id },
  })
  return (
    <aside
      aria-label={t('record.details')}
      className="flex w-[520px] max-w-[60%] min-w-[400px] shrink-0 flex-col border-l border-line bg-surface max-lg:absolute max-lg:inset-y-0 max-lg:right-0 max-lg:z-10 max-lg:shadow-float max-sm:w-full max-sm:max-w-none max-sm:min-w-0 max-sm:border-l-0"
    >
      <header className="flex h-12 shrink-0 items-center gap-1 border-b border-line pr-2 pl-4">
        <h2 className="min-w-0 flex-1 truncate text-section font-semibold">
          <RecordTitle collections={collections} collection={collection} id={id} known={known} />
        </h2>
        {onMove ? (
          <>
            <IconButton label={t('record.previous')} onClick={() => onMove(-1)}>
              <ChevronUp size={16} aria-hidden="true" />
            </IconButton>
            <IconButton label={t('record.next')} onClick={() => onMove(1)}>
              <ChevronDown size={16} aria-hidden="true" />
            </IconButton>
          </>
        ) : null}
        <a
          href={page}
          aria-label={t('record.openPage')}
          title={t('record.openPage')}
          className="inline-flex size-7 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-text pointer-coarse:size-11"
        >
          <Maximize2 size={14} aria-hidden="true" />
        </a>
        <IconButton label={t('app.close')} onClick={onClose}>
          <X size={16} aria-hidden="true" />
        </IconButton>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-3">
        <RecordDetails collections={collections} collection={collection} id={id} known={known} />
      </div>
    </aside>
  )
}
