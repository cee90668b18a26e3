import { Autocomplete } from '@base-ui/react/autocomplete'
import { CornerDownLeft, FileText, Search, Star, Table2 } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslations } from 'use-intl'
import { readPaletteText } from '../../core/commands/palette-text.js'
import { formatListState, formatSearch, type ListState } from '../../core/list/list-state.js'
import { formatAddress } from '../../core/places/address.js'
import { getRecordTitle } from '../../core/record/record-title.js'
import { listCollections } from '../../core/schema/list-collections.js'
import { history } from '../../data/history.js'
import { usePlace } from '../../data/place-context.js'
import { useServiceData } from '../../data/settings/use-service.js'
import { useRecordSearch } from '../../data/use-record-search.js'
import { useSchema } from '../../data/use-schema.js'
import { useStartRoleView } from '../../data/use-start-role-view.js'
import { useViews } from '../../data/use-views.js'
import { Dialog } from '../../ui/dialog.js'
import { holdKeys } from '../../ui/held-keys.js'
import { Kbd } from '../../ui/kbd.js'
import { useAfterPaint } from '../../ui/use-after-paint.js'
import { type PanelCommand, useAllCommands } from '../commands.js'
import { editLayout, mayEditLayout } from '../edit-layout.js'
import { formatKeys } from '../format-keys.js'

interface PaletteItem {
  readonly id: string
  readonly label: string
  readonly hint?: string
  readonly keys?: string | undefined
  readonly icon: ReactNode
  /** Where the item leads; absent for commands. */
  readonly address?: string
  /** Where it is shown beside its list. */
  readonly peekAddress?: string
  readonly run?: () => void
}

interface PaletteGroup {
  readonly value: string
  readonly items: readonly PaletteItem[]
}

/** Finds records, collections, views and commands. */
export default function Palette({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('palette')
  const shell = useTranslations('shell')
  const app = useTranslations('app')
  const [text, setText] = useState('')
  const { groups, isSearching, hasFailed } = usePaletteGroups(text)
  const isListDrawn = useListAfterInput(onClose)
  const highlighted = useRef<PaletteItem>(undefined)

  function choose({ address, peekAddress, run }: PaletteItem, how: Modifiers) {
    if (address !== undefined && how.isNewTab) {
      window.open(address, '_blank', 'noopener')
      return
    }
    onClose()
    const target = how.isPeek ? (peekAddress ?? address) : address
    if (target !== undefined) history.push(target)
    run?.()
  }

  function handleKey(event: KeyboardEvent) {
    const how = readModifiers(event)
    const item = highlighted.current
    if (event.key !== 'Enter' || !item || !(how.isNewTab || how.isPeek)) return
    event.preventDefault()
    event.stopPropagation()
    choose(item, how)
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={shell('openPalette')}
      closeLabel={app('close')}
      shape="top"
    >
      <Autocomplete.Root
        open
        inline
        items={isListDrawn ? groups : noGroups}
        filter={null}
        autoHighlight="always"
        keepHighlight
        value={text}
        onValueChange={setText}
        onItemHighlighted={(item: PaletteItem | undefined) => {
          highlighted.current = item
        }}
        itemToStringValue={(item: PaletteItem) => item.label}
      >
        <div
          className="flex h-12 shrink-0 items-center gap-3 border-b border-line px-4"
          onKeyDownCapture={handleKey}
        >
          <Search size={16} aria-hidden="true" className="text-faint" />
          <Autocomplete.Input
            aria-label={t('placeholder')}
            placeholder={t('placeholder')}
            className="h-full flex-1 bg-transparent text-form outline-none placeholder:text-faint"
          />
          <span className="text-small text-faint" aria-live="polite">
            {isSearching ? t('searching') : hasFailed ? t('failed') : null}
          </span>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1">
          <Autocomplete.Empty>
            {isSearching || hasFailed || !isListDrawn ? null : (
              <p className="px-3 py-6 text-center text-muted">{t('nothing')}</p>
            )}
          </Autocomplete.Empty>
          <Autocomplete.List>
            {(group: PaletteGroup) => (
              <Autocomplete.Group key={group.value} items={group.items} className="pb-1">
                <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-small font-medium text-faint">
                  {group.value}
                </Autocomplete.GroupLabel>
                <Autocomplete.Collection>
                  {(item: PaletteItem) => (
                    <Autocomplete.Item
                      key={item.id}
                      value={item}
                      onClick={event => choose(item, readModifiers(event))}
                      className="flex h-9 cursor-default items-center gap-3 rounded-control px-3 outline-none select-none data-[highlighted]:bg-hover pointer-coarse:h-11"
                    >
                      <span className="text-faint">{item.icon}</span>
                      <span className="min-w-0 flex-1 truncate">{item.label}</span>
                      {item.hint ? (
                        <span className="shrink-0 text-small text-muted">{item.hint}</span>
                      ) : null}
                      {item.keys ? <Kbd keys={formatKeys(item.keys)} /> : null}
                    </Autocomplete.Item>
                  )}
                </Autocomplete.Collection>
              </Autocomplete.Group>
            )}
          </Autocomplete.List>
        </div>
        <p className="border-t border-line px-4 py-2 text-small text-faint max-sm:hidden">
          {t('hint', { newTab: formatKeys('mod+enter'), peek: formatKeys('alt+enter') })}
        </p>
      </Autocomplete.Root>
    </Dialog>
  )
}

const noGroups: readonly PaletteGroup[] = []

/** The list is drawn when the input is on the screen. Keys wait for it: Enter would choose nothing. */
function useListAfterInput(onCancel: () => void): boolean {
  const isDrawn = useAfterPaint(true)
  const cancel = useEffectEvent(onCancel)
  useLayoutEffect(() => (isDrawn ? undefined : holdKeys(() => cancel())), [isDrawn])
  return isDrawn
}

interface Modifiers {
  readonly isNewTab: boolean
  readonly isPeek: boolean
}

const readModifiers = (
  event: Pick<KeyboardEvent, 'metaKey' | 'ctrlKey' | 'altKey'>,
): Modifiers => ({
  isNewTab: event.metaKey || event.ctrlKey,
  isPeek: event.altKey,
})

const iconSize = 14
const mostPlaces = 8

/** Administrators see the data as any role, without a way through the settings. */
function useRoleViews(isNeeded: boolean): readonly PanelCommand[] {
  const t = useTranslations('palette')
  const { id, permissionLevel } = usePlace().place.project
  const { data } = useServiceData<{ readonly data: readonly NamedRole[] }>(
    `/api/projects/${id}/roles`,
    { isNeeded: isNeeded && permissionLevel === 'admin' },
  )
  const start = useStartRoleView()
  const roles = isNeeded ? (data?.data ?? []) : []
  return roles.map(role => ({
    id: `view as ${role.id}`,
    title: t('viewAs', { role: role.name }),
    group: 'anywhere',
    run: () => start({ roleId: role.id, roleName: role.name }),
  }))
}

interface NamedRole {
  readonly id: number
  readonly name: string
}

function usePaletteGroups(typed: string) {
  const t = useTranslations('palette')
  const { names, place } = usePlace()
  const { data } = useSchema()
  const { views } = useViews()
  const shell = useTranslations('shell')
  const commands = useAllCommands()
  const { mode, text } = readPaletteText(typed)
  const { found, isSearching, hasFailed } = useRecordSearch(mode === 'all' ? text : '')
  const wanted = text.toLowerCase()
  const isWanted = (label: string) => label.toLowerCase().includes(wanted)
  const most = mode === 'places' ? undefined : mostPlaces
  const buildListAddress = (collection: string, state: ListState = {}) =>
    formatAddress({ ...names, screen: { kind: 'list', collection } }) +
    formatSearch(formatListState(state))

  const records: PaletteGroup = {
    value: t('records'),
    items: found.map(({ record, collection }) => ({
      id: `record ${record.collection} ${record.id}`,
      label: getRecordTitle(record, collection),
      hint: collection.label,
      icon: <FileText size={iconSize} aria-hidden="true" />,
      address: formatAddress({
        ...names,
        screen: { kind: 'record', collection: record.collection, id: record.id },
      }),
      peekAddress: buildListAddress(record.collection, { peek: record.id }),
    })),
  }
  const collections = (data ? listCollections(data) : []).filter(({ label }) => isWanted(label))
  const places: PaletteGroup = {
    value: t('goTo'),
    items: collections.slice(0, most).map(({ name, label }) => ({
      id: `collection ${name}`,
      label,
      keys: commands.find(({ id }) => id === `go to ${name}`)?.shortcut,
      icon: <Table2 size={iconSize} aria-hidden="true" />,
      address: buildListAddress(name),
    })),
  }
  const saved: PaletteGroup = {
    value: t('views'),
    items: views
      .flatMap(view => {
        const collection = data?.collections.get(view.collectionName)
        return collection && isWanted(view.name) ? [{ view, collection }] : []
      })
      .slice(0, most)
      .map(({ view, collection }) => ({
        id: `view ${view.id}`,
        label: view.name,
        hint: t('viewOf', { name: collection.label }),
        icon: <Star size={iconSize} aria-hidden="true" />,
        address: buildListAddress(view.collectionName, { view: view.id }),
      })),
  }
  const layoutCommand: PanelCommand = {
    id: 'editLayout',
    title: shell('editLayout'),
    group: 'anywhere',
    run: () => editLayout(place),
  }
  const offered = [
    ...(mayEditLayout(place) ? [...commands, layoutCommand] : commands),
    ...useRoleViews(text !== '' && mode !== 'places'),
  ]
  const actions: PaletteGroup = {
    value: t('do'),
    items: offered
      .filter(command => !command.isKeyOnly && isWanted(command.title))
      .map(({ id, title, shortcut, run }) => ({
        id: `command ${id}`,
        label: title,
        keys: shortcut,
        icon: <CornerDownLeft size={iconSize} aria-hidden="true" />,
        run: () => run(undefined),
      })),
  }
  const groups = [
    ...(mode === 'commands' ? [] : [places, saved]),
    ...(mode === 'places' ? [] : [actions]),
    // They arrive last: above the others they would change what Enter does.
    ...(mode === 'all' ? [records] : []),
  ]
  return { groups: groups.filter(({ items }) => items.length > 0), isSearching, hasFailed }
}
