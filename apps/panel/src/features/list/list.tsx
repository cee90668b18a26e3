import { Suspense, useEffect, useMemo } from 'react'
import { buildRowQuery } from '../../core/list/list-request.js'
import { findPagePosition } from '../../core/list/page-number.js'
import { emptySelection } from '../../core/list/selection.js'
import { ImportButton } from '../../shell/import/import-button.js'
import { PartBoundary } from '../../shell/part-boundary.js'
import { PeekFrame } from '../../shell/record/peek-frame.js'
import { useListSearch } from '../../shell/record/use-list-search.js'
import { useIsPhone } from '../../shell/use-is-phone.js'
import { lazyPart } from '../../ui/lazy-part.js'
import { loadWhenIdle } from '../../ui/on-demand.js'
import { PopupLoader } from '../../ui/popup-loader.js'
import { ExportButton } from './export/export-button.js'
import { ListFooter } from './list-footer.js'
import { ListHeader } from './list-header.js'
import { ListRows } from './list-rows.js'
import { useDeletion } from './use-deletion.js'
import { type ListSubject, useList } from './use-list.js'
import { useListKeys } from './use-list-keys.js'

const loadPeek = () => import('../../shell/record/peek.js')
const Peek = lazyPart(loadPeek)
const loadChips = () => import('./filter-chips.js')
const FilterChips = lazyPart(loadChips)
const Pager = lazyPart(() => import('./pager.js'))
const SelectionBar = lazyPart(() => import('../../shell/list/selection-bar.js'))
const FilterBuilder = lazyPart(() => import('./filter/filter-builder.js'))

/** A list of records: search, segments, filters, rows, footer and, beside it, a record. */
export function List(subject: ListSubject) {
  const list = useList(subject)
  const isPhone = useIsPhone()
  useListKeys(list.actions)
  const listSearch = useListSearch()
  useEffect(() => loadWhenIdle(loadPeek), [])
  useEffect(() => loadWhenIdle(loadChips), [])
  const { state, peek, change, rows, records, count, choice, checked, page, setPage } = list
  const { collections, collection } = subject
  const closeFilter = () => list.setFilterOpening(undefined)
  const deleteRecords = useDeletion(subject, list)
  // The footer is drawn again only when something of it changes.
  const footButtons = useMemo(
    () => (
      <>
        {page === undefined ? null : (
          <Suspense>
            <Pager
              {...findPagePosition(page, rows.count, count)}
              isEstimated={count?.isEstimated === true}
              onChange={setPage}
            />
          </Suspense>
        )}
        <ImportButton collection={collection} />
        <ExportButton
          collections={collections}
          collection={collection}
          checked={checked}
          count={count}
        />
      </>
    ),
    [page, rows.count, count, setPage, collections, collection, checked],
  )
  const hasChips = state.filter !== undefined || checked.broken.length > 0
  return (
    <div className="relative flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col">
        <ListHeader {...subject} head={list.head} isPhone={isPhone} />
        {hasChips ? (
          <Suspense fallback={<div className="h-11 shrink-0" />}>
            <FilterChips {...subject} list={list} />
          </Suspense>
        ) : null}
        <ListRows {...subject} list={list} isPhone={isPhone} />
        {choice.selection === emptySelection ? (
          <ListFooter
            count={count}
            loaded={rows.count}
            hasMore={page !== undefined || !rows.isComplete}
            isPaged={page !== undefined}
            loadedAt={records.loadedAt}
            timezone={list.timezone}
            onRefresh={list.reload}
            {...list.exactCount}
          >
            {footButtons}
          </ListFooter>
        ) : (
          <Suspense fallback={<div className="h-11 shrink-0 border-t border-line bg-selected" />}>
            <SelectionBar
              source={subject}
              choice={choice}
              rows={buildRowQuery(checked)}
              count={count}
              getTitle={list.getTitle}
              onDelete={
                subject.collection.rights.delete ? () => deleteRecords(choice.selection) : undefined
              }
            >
              <ExportButton
                {...subject}
                checked={checked}
                count={count}
                selection={choice.selection}
              />
            </SelectionBar>
          </Suspense>
        )}
      </div>
      {list.filterOpening ? (
        <PopupLoader onCancel={closeFilter}>
          <FilterBuilder
            {...subject}
            list={list}
            opening={list.filterOpening}
            isPhone={isPhone}
            onClose={closeFilter}
          />
        </PopupLoader>
      ) : null}
      {peek === undefined ? null : (
        <PartBoundary resetKey={peek}>
          <Suspense fallback={<PeekFrame />}>
            <Peek
              {...subject}
              id={peek}
              known={list.peeked}
              pageSearch={listSearch}
              onMove={list.peeked ? list.actions.move : undefined}
              onClose={() => change({ peek: undefined })}
              onShow={id => change({ peek: id }, { isReplaced: true })}
            />
          </Suspense>
        </PartBoundary>
      )}
    </div>
  )
}
