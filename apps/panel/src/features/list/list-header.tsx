import { Columns3, ListFilter } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { formatKeys } from '../../shell/format-keys.js'
import { Button } from '../../ui/button.js'
import { loadOnDemand } from '../../ui/on-demand.js'
import { SearchBox } from './search-box.js'
import { Segments } from './segments.js'
import type { List, ListSubject } from './use-list.js'

const FilterBuilder = loadOnDemand('dialog', () => import('./filter/filter-builder.js'))
const ColumnManager = loadOnDemand('dialog', () => import('./column-manager.js'))

interface ListHeaderProps extends ListSubject {
  readonly list: List
  readonly isPhone: boolean
}

export function ListHeader({ collections, collection, list, isPhone }: ListHeaderProps) {
  const t = useTranslations('list')
  const f = useTranslations('filter')
  const { state, change, checked, searchBox, filterButton } = list
  return (
    <>
      <header className="flex h-12 shrink-0 items-center gap-3 px-4 max-sm:px-3 pointer-coarse:h-15">
        <h1 className="min-w-0 shrink-0 truncate text-title font-semibold">{collection.label}</h1>
        <span className="flex-1 max-sm:hidden" />
        {collection.isSearchable ? (
          <div className="min-w-0 max-sm:flex-1 sm:w-60">
            <SearchBox
              ref={searchBox}
              value={state.search ?? ''}
              onSearch={search => change({ search })}
            />
          </div>
        ) : null}
      </header>
      <div className="flex shrink-0 items-center gap-2 px-2">
        <Segments
          names={collection.segments.map(({ name }) => name)}
          current={checked.segment}
          onChoose={segment => change({ segment })}
        />
        <span className="flex-1" />
        <FilterBuilder
          collections={collections}
          collection={collection}
          filter={state.filter}
          onApply={filter => change({ filter })}
          trigger={
            <Button
              ref={filterButton}
              look="ghost"
              icon={<ListFilter size={14} aria-hidden="true" />}
              keys={formatKeys('f')}
            >
              {f('open')}
            </Button>
          }
        />
        {isPhone ? null : (
          <ColumnManager
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
}
