import { clsx } from 'clsx'
import { PanelLeft, Star, Table2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatAddress } from '../core/places/address.js'
import type { Collections } from '../core/schema/collection-model.js'
import { usePlace } from '../data/place-context.js'
import { usePreferences } from '../data/use-preferences.js'
import { type PlaceModel, useSchema } from '../data/use-schema.js'
import { IconButton } from '../ui/button.js'
import { SearchInput } from '../ui/search-input.js'
import { Skeleton } from '../ui/skeleton.js'
import { useAddress } from './use-address.js'

interface SidebarProps {
  readonly isCollapsed: boolean
  readonly onNavigate?: () => void
}

/** The collections of the place, in groups. */
export function Sidebar({ isCollapsed, onNavigate }: SidebarProps) {
  const t = useTranslations('shell')
  const { data, error } = useSchema()
  const { change } = usePreferences()
  return (
    <div className="flex h-full min-h-0 flex-col bg-bg">
      <nav aria-label={t('navigation')} className="min-h-0 flex-1 overflow-y-auto px-2 py-2">
        {data ? (
          <Groups model={data} isCollapsed={isCollapsed} onNavigate={onNavigate} />
        ) : error ? null : (
          <NavigationSkeleton />
        )}
      </nav>
      {onNavigate ? null : (
        <div className="border-t border-line p-2">
          <IconButton
            label={isCollapsed ? t('expand') : t('collapse')}
            onClick={() => change({ isSidebarCollapsed: !isCollapsed })}
          >
            <PanelLeft size={16} aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </div>
  )
}

interface GroupsProps {
  readonly model: PlaceModel
  readonly isCollapsed: boolean
  readonly onNavigate: (() => void) | undefined
}

function Groups({ model, isCollapsed, onNavigate }: GroupsProps) {
  const t = useTranslations('shell')
  const { collections, navigation } = model
  const [filter, setFilter] = useState('')
  const isWanted = (name: string) =>
    (collections.get(name)?.label ?? name).toLowerCase().includes(filter.trim().toLowerCase())
  const groups = [
    { label: t('favourites'), names: navigation.favourites },
    ...navigation.sections.map(section => ({
      label: section.label,
      names: section.items.flatMap(item => (item.kind === 'collection' ? [item.name] : [])),
    })),
    { label: t('more'), names: navigation.more },
  ]
  return (
    <>
      {navigation.hasFilter && !isCollapsed ? (
        <div className="mb-2 flex">
          <SearchInput
            label={t('filterNavigation')}
            clearLabel={t('filterNavigation')}
            value={filter}
            onChange={event => setFilter(event.target.value)}
            onClear={() => setFilter('')}
          />
        </div>
      ) : null}
      {groups.map(({ label, names }) => {
        const shown = names.filter(isWanted)
        if (shown.length === 0) return null
        return (
          <section key={label} aria-label={label ?? undefined} className="mb-3">
            {label !== null && !isCollapsed ? (
              <h2 className="px-2 pt-1 pb-1 text-small font-medium text-faint">{label}</h2>
            ) : null}
            <ul>
              {shown.map(name => (
                <CollectionItem
                  key={name}
                  name={name}
                  collections={collections}
                  favourites={navigation.favourites}
                  isCollapsed={isCollapsed}
                  onNavigate={onNavigate}
                />
              ))}
            </ul>
          </section>
        )
      })}
    </>
  )
}

interface CollectionItemProps extends Omit<GroupsProps, 'model'> {
  readonly name: string
  readonly collections: Collections
  readonly favourites: readonly string[]
}

function CollectionItem(props: CollectionItemProps) {
  const { name, collections, favourites, isCollapsed, onNavigate } = props
  const t = useTranslations('shell')
  const { names, place, boot } = usePlace()
  const { change } = usePreferences()
  const { screen } = useAddress()
  const label = collections.get(name)?.label ?? name
  const isCurrent = 'collection' in screen && screen.collection === name
  const isFavourite = favourites.includes(name)
  const next = isFavourite ? favourites.filter(each => each !== name) : [...favourites, name]
  return (
    <li className="group relative">
      <a
        href={formatAddress({ ...names, screen: { kind: 'list', collection: name } })}
        aria-current={isCurrent ? 'page' : undefined}
        title={isCollapsed ? label : undefined}
        {...(onNavigate && { onClick: onNavigate })}
        className={clsx(
          'flex h-7 items-center gap-2 rounded-control px-2 pointer-coarse:h-11',
          isCurrent
            ? 'bg-selected font-medium text-text'
            : 'text-muted hover:bg-hover hover:text-text',
        )}
      >
        <Table2 size={14} aria-hidden="true" className={isCurrent ? 'text-accent' : 'text-faint'} />
        <span className={isCollapsed ? 'sr-only' : 'truncate'}>{label}</span>
      </a>
      {isCollapsed ? null : (
        <button
          type="button"
          aria-label={t(isFavourite ? 'removeFavourite' : 'addFavourite', { name: label })}
          aria-pressed={isFavourite}
          onClick={() =>
            change({
              favourites: { ...boot.preferences.favourites, [place.team.renderingId]: next },
            })
          }
          className="absolute top-0.5 right-0.5 hidden size-6 items-center justify-center rounded-[4px] text-faint group-focus-within:flex group-hover:flex hover:text-text pointer-coarse:top-0 pointer-coarse:right-0 pointer-coarse:flex pointer-coarse:size-11"
        >
          <Star size={12} aria-hidden="true" fill={isFavourite ? 'currentColor' : 'none'} />
        </button>
      )}
    </li>
  )
}

function NavigationSkeleton() {
  return (
    <div className="flex flex-col gap-4 px-2 py-2">
      {['60%', '45%', '70%', '50%', '65%', '40%'].map(width => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  )
}
