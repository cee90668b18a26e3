import { clsx } from 'clsx'
import {
  BadgeCheck,
  ChevronRight,
  ExternalLink,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  PanelLeft,
  Settings,
  Star,
  Table2,
} from 'lucide-react'
import { memo, Suspense, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatAddress } from '../core/places/address.js'
import { usePlace } from '../data/place-context.js'
import { usePreferences } from '../data/use-preferences.js'
import { type PlaceModel, useSchema } from '../data/use-schema.js'
import { IconButton } from '../ui/button.js'
import { Kbd } from '../ui/kbd.js'
import { lazyPart } from '../ui/lazy-part.js'
import { SearchInput } from '../ui/search-input.js'
import { Skeleton } from '../ui/skeleton.js'
import { formatKeys } from './format-keys.js'
import { useAddress } from './use-address.js'
import { useFavourites } from './use-favourites.js'
import { chooseLetters, teamScreens } from './use-go-to.js'

const NamedDashboard = lazyPart(() => import('./named-dashboard.js'))

interface SidebarProps {
  readonly isCollapsed: boolean
  readonly onNavigate?: () => void
}

/** The collections of the place, in groups. There may be hundreds: they are drawn again only when they change. */
export const Sidebar = memo(function Sidebar({ isCollapsed, onNavigate }: SidebarProps) {
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
        <TeamScreens isCollapsed={isCollapsed} onNavigate={onNavigate} />
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
})

const teamIcons = {
  dashboards: LayoutDashboard,
  approvals: BadgeCheck,
  inbox: Inbox,
  settings: Settings,
}

/** What a team shares besides collections. */
function TeamScreens({ isCollapsed, onNavigate }: Omit<GroupsProps, 'model'>) {
  const t = useTranslations('shell')
  const { names } = usePlace()
  const { screen } = useAddress()
  return (
    <ul aria-label={t('team')} className="mb-3 border-t border-line pt-2">
      {teamScreens.map(({ kind, letter }) => (
        <li key={kind} className="group">
          <NavigationLink
            href={formatAddress({ ...names, screen: { kind } })}
            icon={teamIcons[kind]}
            label={t(kind)}
            letter={letter}
            isCurrent={screen.kind === kind}
            isCollapsed={isCollapsed}
            onNavigate={onNavigate}
          />
        </li>
      ))}
    </ul>
  )
}

interface GroupsProps {
  readonly model: PlaceModel
  readonly isCollapsed: boolean
  readonly onNavigate: (() => void) | undefined
}

function Groups({ model, isCollapsed, onNavigate }: GroupsProps) {
  const t = useTranslations('shell')
  const app = useTranslations('app')
  const { collections, navigation } = model
  const [filter, setFilter] = useState('')
  const wanted = filter.trim().toLowerCase()
  const letters = useMemo(() => chooseLetters(model), [model])
  const isWanted = (entry: Entry) => entry.label.toLowerCase().includes(wanted)
  const toEntry = (name: string): Entry => ({
    name,
    label: collections.get(name)?.label ?? name,
    letter: letters.get(name),
  })
  const groups: readonly Group[] = [
    {
      key: 'favourites',
      label: t('favourites'),
      entries: navigation.favourites.map(name => ({
        ...toEntry(name),
        isRepeated: !navigation.more.includes(name),
      })),
    },
    ...navigation.sections.map((section, index) => ({
      key: `section ${index}`,
      label: section.label,
      entries: section.items.flatMap(item => {
        if (item.kind === 'collection') return [toEntry(item.name)]
        if (item.kind === 'link') return [{ name: item.url, label: item.label, url: item.url }]
        return [{ name: `dashboard ${item.id}`, label: '', dashboard: item.id }]
      }),
    })),
  ]
  const more = navigation.more.map(toEntry).filter(isWanted)
  const props = { isCollapsed, onNavigate }
  return (
    <>
      {navigation.hasFilter && !isCollapsed ? (
        <div className="mb-2 flex">
          <SearchInput
            label={t('filterNavigation')}
            clearLabel={app('clear')}
            value={filter}
            onChange={event => setFilter(event.target.value)}
            onClear={() => setFilter('')}
          />
        </div>
      ) : null}
      {groups.map(({ key, label, entries }) => {
        const shown = entries.filter(isWanted)
        if (shown.length === 0) return null
        return (
          <section key={key} aria-label={label ?? undefined} className="mb-3">
            {label !== null && !isCollapsed ? (
              <h2 className="px-2 pt-1 pb-1 text-small font-medium text-faint">{label}</h2>
            ) : null}
            <Entries entries={shown} {...props} />
          </section>
        )
      })}
      {more.length > 0 ? <More entries={more} isOpen={wanted !== ''} {...props} /> : null}
      {wanted !== '' && ![...groups.flatMap(({ entries }) => entries), ...more].some(isWanted) ? (
        <p className="px-2 text-muted">{t('noneFound')}</p>
      ) : null}
    </>
  )
}

/** A collection, or a link to elsewhere. */
interface Entry {
  readonly name: string
  /** Whether it is also shown further below, where it is marked when it is open. */
  readonly isRepeated?: boolean
  readonly label: string
  /** The key that opens it, after `G`. */
  readonly letter?: string | undefined
  readonly url?: string
  /** The id of a dashboard. */
  readonly dashboard?: number
}

interface Group {
  readonly key: string
  readonly label: string | null
  readonly entries: readonly Entry[]
}

interface EntriesProps extends Omit<GroupsProps, 'model'> {
  readonly entries: readonly Entry[]
}

function Entries({ entries, isCollapsed, onNavigate }: EntriesProps) {
  const { screen } = useAddress()
  const { favourites, toggle } = useFavourites()
  const current = 'collection' in screen ? screen.collection : undefined
  return (
    <ul>
      {entries.map(entry =>
        entry.dashboard !== undefined ? (
          <DashboardItem
            key={entry.name}
            id={entry.dashboard}
            isCollapsed={isCollapsed}
            onNavigate={onNavigate}
          />
        ) : entry.url === undefined ? (
          <CollectionItem
            key={entry.name}
            entry={entry}
            isCurrent={!entry.isRepeated && entry.name === current}
            isFavourite={favourites.includes(entry.name)}
            onToggle={toggle}
            isCollapsed={isCollapsed}
            onNavigate={onNavigate}
          />
        ) : (
          <li key={entry.name}>
            <a href={entry.url} target="_blank" rel="noreferrer" className={getItemClass(false)}>
              <ExternalLink size={14} aria-hidden="true" className="shrink-0 text-faint" />
              <span className={isCollapsed ? 'sr-only' : 'truncate'}>{entry.label}</span>
            </a>
          </li>
        ),
      )}
    </ul>
  )
}

interface DashboardItemProps extends Omit<GroupsProps, 'model'> {
  readonly id: number
}

/** A dashboard that the layout puts among the collections; its name is read when there is one. */
function DashboardItem({ id, ...props }: DashboardItemProps) {
  const { names } = usePlace()
  const { screen } = useAddress()
  const own = { kind: 'dashboards', id: String(id) } as const
  return (
    <Suspense>
      <NamedDashboard id={id}>
        {label => (
          <NavigationLink
            href={formatAddress({ ...names, screen: own })}
            icon={LayoutDashboard}
            label={label}
            letter={undefined}
            isCurrent={screen.kind === own.kind && screen.id === own.id}
            {...props}
          />
        )}
      </NamedDashboard>
    </Suspense>
  )
}

/** Collections that people seldom open: folded, unless one of them is open or searched for. */
function More({ isOpen, ...props }: EntriesProps & { readonly isOpen: boolean }) {
  const t = useTranslations('shell')
  const { screen } = useAddress()
  const hasCurrent =
    'collection' in screen && props.entries.some(({ name }) => name === screen.collection)
  const [isUnfolded, setUnfolded] = useState<boolean>()
  const isShown = (isUnfolded ?? hasCurrent) || isOpen || props.isCollapsed
  return (
    <section aria-label={t('more')} className="mb-3">
      {props.isCollapsed ? null : (
        <h2>
          <button
            type="button"
            aria-expanded={isShown}
            onClick={() => setUnfolded(!isShown)}
            className="flex h-7 w-full items-center gap-1 rounded-control px-2 text-small font-medium text-faint hover:bg-hover hover:text-text pointer-coarse:h-11"
          >
            {t('more')}
            <ChevronRight
              size={12}
              aria-hidden="true"
              className={isShown ? 'rotate-90' : undefined}
            />
          </button>
        </h2>
      )}
      {isShown ? <Entries {...props} /> : null}
    </section>
  )
}

const getItemClass = (isCurrent: boolean): string =>
  clsx(
    'flex h-7 items-center gap-2 rounded-control px-2 pointer-coarse:h-11',
    isCurrent ? 'bg-selected font-medium text-text' : 'text-muted hover:bg-hover hover:text-text',
  )

interface CollectionItemProps extends Omit<GroupsProps, 'model'> {
  readonly entry: Entry
  readonly isCurrent: boolean
  readonly isFavourite: boolean
  readonly onToggle: (name: string) => void
}

const CollectionItem = memo(function CollectionItem(props: CollectionItemProps) {
  const { entry, isCurrent, isFavourite, onToggle, isCollapsed, onNavigate } = props
  const { name, label, letter } = entry
  const t = useTranslations('shell')
  const { names } = usePlace()
  return (
    <li className="group relative">
      <NavigationLink
        href={formatAddress({ ...names, screen: { kind: 'list', collection: name } })}
        icon={Table2}
        {...{ label, letter, isCurrent, isCollapsed, onNavigate }}
      />
      {isCollapsed ? null : (
        <button
          type="button"
          aria-label={t(isFavourite ? 'removeFavourite' : 'addFavourite', { name: label })}
          aria-pressed={isFavourite}
          onClick={() => onToggle(name)}
          className="absolute top-0.5 right-0.5 hidden size-6 items-center justify-center rounded-[4px] text-faint group-focus-within:flex group-hover:flex hover:text-text pointer-coarse:top-0 pointer-coarse:right-0 pointer-coarse:flex pointer-coarse:size-11"
        >
          <Star size={12} aria-hidden="true" fill={isFavourite ? 'currentColor' : 'none'} />
        </button>
      )}
    </li>
  )
})

interface NavigationLinkProps extends Omit<GroupsProps, 'model'> {
  readonly href: string
  readonly icon: LucideIcon
  readonly label: string
  readonly letter: string | undefined
  readonly isCurrent: boolean
}

function NavigationLink(props: NavigationLinkProps) {
  const { href, icon: Icon, label, letter, isCurrent, isCollapsed, onNavigate } = props
  return (
    <a
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      data-tooltip={isCollapsed ? label : undefined}
      {...(onNavigate && { onClick: onNavigate })}
      className={getItemClass(isCurrent)}
    >
      <Icon
        size={14}
        aria-hidden="true"
        className={clsx('shrink-0', isCurrent ? 'text-accent' : 'text-faint')}
      />
      <span className={isCollapsed ? 'sr-only' : 'flex-1 truncate'}>{label}</span>
      {letter && !isCollapsed ? (
        <span className="mr-6 hidden group-hover:inline">
          <Kbd keys={formatKeys(`g ${letter}`)} />
        </span>
      ) : null}
    </a>
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
