import type { LayoutSort } from '@service/protocol'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { checkListState } from '../../core/list/check-list-state.js'
import { buildRowQuery } from '../../core/list/list-request.js'
import { findPosition } from '../../core/list/pages.js'
import { emptySelection } from '../../core/list/selection.js'
import type { RelatedChoice } from '../../core/record/record-title.js'
import type { RelatedTab } from '../../core/record/related.js'
import type { Collections } from '../../core/schema/collection-model.js'
import { usePlace } from '../../data/place-context.js'
import { useRecords } from '../../data/use-records.js'
import { useRested } from '../../data/use-rested.js'
import { useRows } from '../../shell/list/use-rows.js'
import { useSelection } from '../../shell/list/use-selection.js'
import { useListAddress } from '../../shell/use-list-address.js'
import { lazyPart } from '../../ui/lazy-part.js'
import { SearchInput } from '../../ui/search-input.js'
import { RelatedButtons } from './related-buttons.js'
import { RelatedTable } from './related-table.js'
import { useRelatedChanges } from './use-related-changes.js'

const Peek = lazyPart(() => import('../../shell/record/peek.js'))
const RelatedSelection = lazyPart(() => import('./related-selection.js'))

const restTime = 300

interface RelatedPanelProps {
  readonly tab: RelatedTab
  readonly collections: Collections
  readonly parent: RelatedChoice
  /** Whether the title of the parent is known: forms show it. */
  readonly isReady: boolean
}

/** The records of a to-many relation: found, opened, selected, added, created, removed. */
export function RelatedPanel({ tab, collections, parent, isReady }: RelatedPanelProps) {
  const t = useTranslations('record')
  const { timezone } = usePlace()
  const [{ peek }, move] = useListAddress()
  const [text, setText] = useState('')
  const search = useRested(text.trim(), restTime)
  const [sort, setSort] = useState<readonly LayoutSort[]>()
  const { source, columns } = tab
  const target = source.collection
  const checked = useMemo(
    () =>
      checkListState(
        { columns, ...(search !== '' && { search }), ...(sort && { sort }) },
        collections,
        target,
        timezone,
      ),
    [columns, search, sort, collections, target, timezone],
  )
  const records = useRecords(source, checked, collections)
  const rows = useRows(records.pages)
  const changes = useRelatedChanges(tab, parent)
  const choice = useSelection(JSON.stringify(buildRowQuery(checked)))
  const { selection, setSelection } = choice
  // What another search does not show must not stay selected.
  useEffect(() => {
    if (search !== undefined) setSelection(emptySelection)
  }, [search, setSelection])
  const position = records.pages && peek !== undefined ? findPosition(records.pages, peek) : -1
  const peeked = position >= 0 ? rows.get(position) : undefined

  function showPeek(next: string | undefined) {
    const isReplaced = next !== undefined && peek !== undefined
    move(({ peek: _before, ...list }) => (next === undefined ? list : { ...list, peek: next }), {
      isReplaced,
    })
  }

  function movePeek(step: 1 | -1) {
    const next = rows.get(position + step)
    if (next) showPeek(next.id)
  }

  return (
    <div className="relative flex min-h-0 flex-1 border-t border-line">
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex shrink-0 flex-wrap items-center gap-2 px-4 py-2 max-sm:px-3">
          {target.isSearchable ? (
            <div className="w-60 max-sm:w-full">
              <SearchInput
                label={t('searchRelated', { name: tab.label })}
                clearLabel={t('clearSearch')}
                value={text}
                onChange={event => setText(event.target.value)}
                onClear={() => setText('')}
              />
            </div>
          ) : null}
          <span className="flex-1" />
          <RelatedButtons tab={tab} changes={changes} isReady={isReady} />
        </div>
        <RelatedTable
          tab={tab}
          collections={collections}
          checked={checked}
          records={records}
          rows={rows}
          choice={choice}
          changes={changes}
          peek={peek}
          onPeek={showPeek}
          onSort={setSort}
        />
        {selection === emptySelection ? null : (
          <Suspense fallback={<div className="h-11 shrink-0 border-t border-line bg-selected" />}>
            <RelatedSelection
              tab={tab}
              checked={checked}
              rows={rows}
              choice={choice}
              changes={changes}
            />
          </Suspense>
        )}
      </div>
      {peek === undefined ? null : (
        <Suspense>
          <Peek
            key={peek}
            collections={collections}
            collection={target}
            id={peek}
            known={peeked}
            pageSearch=""
            onMove={peeked ? movePeek : undefined}
            onClose={() => showPeek(undefined)}
            onShow={showPeek}
          />
        </Suspense>
      )}
    </div>
  )
}
