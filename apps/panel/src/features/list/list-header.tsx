import { Columns3, ListFilter } from 'lucide-react'
import { memo, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { ListActions } from '../../shell/action/list-actions.js'
import { FavouriteButton } from '../../shell/favourite-button.js'
import { formatKeys } from '../../shell/format-keys.js'
import { Button } from '../../ui/button.js'
import { loadOnDemand } from '../../ui/on-demand.js'
import { NewRecord } from './new-record.js'
import { SearchBox } from './search-box.js'
import type { ListHead, ListSubject } from './use-list.js'
import { ListTabs } from './views/list-tabs.js'

const ColumnManager = loadOnDemand('dialog', () => import('./column-manager.js'))

interface ListHeaderProps extends ListSubject {
  readonly head: ListHead
  readonly isPhone: boolean
}

/** A record that is shown beside the list leaves it as it is. */
export const ListHeader = memo(function ListHeader(props: ListHeaderProps) {
  const { collections, collection, head, isPhone } = props
  const t = useTranslations('list')
  const { state, change, checked, openFilter, searchBox, filterButton } = head
  const showRecord = useCallback((id: string) => change({ peek: id }), [change])
  return (
    <>
      <header className="flex h-12 shrink-0 items-center gap-3 px-4 max-sm:px-3 pointer-coarse:h-15">
        <h1 className="min-w-0 shrink-0 truncate text-title font-semibold">{collection.label}</h1>
        <FavouriteButton collection={collection.name} label={collection.label} />
        <span className="flex-1 max-sm:hidden" />
        <ListActions collection={collection} />
        {collection.isSearchable ? (
          <div className="min-w-0 max-sm:flex-1 sm:w-72">
            <SearchBox
              ref={searchBox}
              value={state.search ?? ''}
              isExtended={state.isSearchExtended === true}
              onSearch={search => change({ search })}
              onExtend={isSearchExtended => change({ isSearchExtended })}
            />
          </div>
        ) : null}
        <NewRecord collection={collection} onCreated={showRecord} />
      </header>
      <div className="flex shrink-0 items-center gap-2 px-2">
        <ListTabs collection={collection} head={head} isPhone={isPhone} />
        <Button
          ref={filterButton}
          look="ghost"
          icon={<ListFilter size={14} aria-hidden="true" />}
          keys={formatKeys('f')}
          aria-haspopup="dialog"
          onClick={() => openFilter(state.filter)}
        >
          {t('filter')}
        </Button>
        {isPhone ? null : (
          <ColumnManager
            collections={collections}
            collection={collection}
            columns={checked.columns}
            onChange={columns => change({ columns }, { isReplaced: true })}
            trigger={
              <Button look="ghost" icon={<Columns3 size={14} aria-hidden="true" />}>
                {t('columns')}
              </Button>
            }
          />
        )}
      </div>
    </>
  )
})
