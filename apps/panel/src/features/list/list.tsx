import { emptySelection } from '../../core/list/selection.js'
import { useIsPhone } from '../../shell/use-is-phone.js'
import { FilterChips } from './filter-chips.js'
import { ListFooter } from './list-footer.js'
import { ListHeader } from './list-header.js'
import { ListRows } from './list-rows.js'
import { Peek } from './peek.js'
import { SelectionBar } from './selection-bar.js'
import { type ListSubject, useList } from './use-list.js'
import { useListKeys } from './use-list-keys.js'

/** A list of records: search, segments, filters, rows, footer and, beside it, a record. */
export function List(subject: ListSubject) {
  const list = useList(subject)
  const isPhone = useIsPhone()
  useListKeys(list.actions)
  const { state, change, rows, records, count, choice, checked } = list
  const hasChips = state.filter !== undefined || checked.broken.length > 0
  return (
    <div className="relative flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col">
        <ListHeader {...subject} list={list} isPhone={isPhone} />
        {hasChips ? (
          <FilterChips {...subject} state={state} checked={checked} onChange={change} />
        ) : null}
        <ListRows {...subject} list={list} isPhone={isPhone} />
        {choice.selection === emptySelection ? (
          <ListFooter
            count={count}
            loaded={rows.count}
            hasMore={!rows.isComplete}
            loadedAt={records.loadedAt}
            timezone={list.timezone}
            onRefresh={records.reload}
          />
        ) : (
          <SelectionBar {...choice} count={count} />
        )}
      </div>
      {state.peek === undefined ? null : (
        <Peek
          {...subject}
          id={state.peek}
          known={list.peeked}
          onMove={list.peeked ? list.actions.move : undefined}
          onClose={() => change({ peek: undefined })}
        />
      )}
    </div>
  )
}
