import type { View } from '@service/protocol'
import { clsx } from 'clsx'
import { ChevronDown, Star } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { fitTabs } from '../../../core/list/fit-tabs.js'
import { hasViewState, isViewChanged } from '../../../core/list/views.js'
import { formatCount } from '../../../core/text/format-number.js'
import { useSegmentCounts } from '../../../data/use-segment-counts.js'
import { useViews } from '../../../data/use-views.js'
import { formatKeys } from '../../../shell/format-keys.js'
import { Button } from '../../../ui/button.js'
import { lazyPart } from '../../../ui/lazy-part.js'
import { loadOnDemand } from '../../../ui/on-demand.js'
import { PopupLoader } from '../../../ui/popup-loader.js'
import { useWidth } from '../../../ui/use-width.js'
import type { ListHead, ListSubject } from '../use-list.js'
import type { ListTab } from './list-tab.js'
import { listViews, useViewActions } from './use-view-actions.js'

const ViewsMenu = loadOnDemand('menu', () => import('./views-menu.js'))
const ViewDialog = lazyPart(() => import('./view-dialog.js'))

/** About how wide what is beside the tabs is. */
const besideTabs = 445
/** The width of the tabs that were on the screen last: the next ones are not drawn again when they are measured. */
let lastWidth = window.innerWidth - besideTabs

interface ListTabsProps extends Pick<ListSubject, 'collection'> {
  readonly head: ListHead
  readonly isPhone: boolean
}

/** Segments and saved views as tabs. What does not fit is in the menu beside them. */
export function ListTabs({ collection, head, isPhone }: ListTabsProps) {
  const t = useTranslations('views')
  const { state, view } = head
  const tabs = useTabs({ collection, head })
  const actions = useViewActions(collection, head)
  const [dialog, setDialog] = useState<{ readonly renamed?: View }>()
  const closeDialog = () => setDialog(undefined)
  const [box, width] = useWidth<HTMLDivElement>(lastWidth)
  useEffect(() => {
    lastWidth = width
  }, [width])
  const isChanged = view !== undefined && isViewChanged(view, state)
  const isUnsaved = !view && hasViewState({ ...state, segment: undefined })
  const offered = isChanged || isUnsaved ? listButtons() : []
  const offeredWidth = offered.reduce((sum, { label }) => sum + label.length * letter + space, 0)
  // Tabs come first: the menu has these, too.
  const hasButtons = width - menuWidth - offeredWidth >= narrowest
  const buttons = hasButtons ? offered : []
  const taken = menuWidth + (hasButtons ? offeredWidth : 0)
  const current = tabs.findIndex(tab => tab.isCurrent)
  const shown = fitTabs(tabs.map(estimateWidth), width - taken, current)
  const hidden = tabs.length - shown.length
  return (
    <div ref={box} className="flex min-w-0 flex-1 items-center gap-1">
      <nav aria-label={t('tabs')} className="flex min-w-0 gap-1 overflow-hidden">
        {shown.map(index => {
          const tab = tabs[index]
          return tab && <Tab key={tab.key} tab={tab} isChanged={isChanged && tab.isCurrent} />
        })}
      </nav>
      <ViewsMenu
        tabs={tabs}
        view={view}
        isChanged={isChanged}
        actions={actions}
        onSave={() => setDialog({})}
        onRename={renamed => setDialog({ renamed })}
        trigger={
          <Button ref={head.viewsButton} look="ghost" keys={isPhone ? undefined : formatKeys('v')}>
            {hidden > 0 ? t('more', { count: hidden }) : null}
            <span className="sr-only">{t('tabs')}</span>
            <ChevronDown size={14} aria-hidden="true" />
          </Button>
        }
      />
      {buttons.map(({ label, run }) => (
        <Button key={label} look="ghost" onClick={run}>
          {label}
        </Button>
      ))}
      {dialog ? (
        <PopupLoader onCancel={closeDialog}>
          <ViewDialog renamed={dialog.renamed} actions={actions} onClose={closeDialog} />
        </PopupLoader>
      ) : null}
    </div>
  )

  function listButtons() {
    if (!view) return [{ label: t('save'), run: () => setDialog({}) }]
    return [
      ...(actions.mayChange(view) ? [{ label: t('update'), run: () => actions.update(view) }] : []),
      { label: t('saveAs'), run: () => setDialog({}) },
      { label: t('reset'), run: () => actions.reset(view) },
    ]
  }
}

function useTabs({ collection, head }: Pick<ListTabsProps, 'collection' | 'head'>): ListTab[] {
  const t = useTranslations('views')
  const language = useLocale()
  const { view, open, change, checked, isPainted, hasRows } = head
  const { views } = useViews({ isWanted: isPainted })
  const counts = useSegmentCounts(collection, hasRows)
  const names = [undefined, ...collection.segments.map(({ name }) => name)]
  const noView = collection.defaultView === undefined ? {} : { view: 0 }
  return [
    ...names.map(name => {
      const count = counts.get(name ?? '')
      return {
        key: `segment ${name ?? ''}`,
        label: name ?? t('all'),
        count: count && formatCount(count, language),
        isCurrent: !view && checked.segment === name,
        open: () =>
          view
            ? open({ ...noView, ...(name !== undefined && { segment: name }) })
            : change({ segment: name }),
      }
    }),
    ...listViews(views, collection.name).map(each => ({
      key: `view ${each.id}`,
      label: each.name,
      view: each,
      isCurrent: view?.id === each.id,
      open: () => open({ view: each.id }),
    })),
  ]
}

/** About how wide a letter, the space around a tab and the menu are, in pixels. */
const letter = 6.6
const space = 20
const menuWidth = 96
/** The tabs have at least this width. */
const narrowest = 220

function estimateWidth({ label, count = '', view }: ListTab): number {
  return space + (label.length + count.length) * letter + (view ? 30 : 0) + (count ? 6 : 0)
}

interface TabProps {
  readonly tab: ListTab
  readonly isChanged: boolean
}

function Tab({ tab: { label, count, view, isCurrent, open }, isChanged }: TabProps) {
  const t = useTranslations('views')
  return (
    <button
      type="button"
      aria-current={isCurrent ? 'true' : undefined}
      onClick={open}
      className={clsx(
        'relative flex h-9 max-w-60 items-center gap-1.5 px-2 font-medium whitespace-nowrap -outline-offset-2 pointer-coarse:h-11',
        isCurrent
          ? 'min-w-0 text-text after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 after:rounded-full after:bg-accent'
          : 'shrink-0 text-muted hover:text-text',
      )}
    >
      {view ? (
        <Star
          size={12}
          aria-hidden="true"
          className={clsx('shrink-0', isCurrent ? 'text-accent' : 'text-faint')}
          fill="currentColor"
        />
      ) : null}
      <span className="truncate">{label}</span>
      {isChanged ? (
        <>
          <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-accent" />
          <span className="sr-only">{t('changed')}</span>
        </>
      ) : null}
      {count ? <span className="font-normal text-faint tabular-nums">{count}</span> : null}
    </button>
  )
}
