import type { LayoutItem } from '@service/protocol'
import {
  ArrowDown,
  ArrowUp,
  ExternalLink,
  FolderPlus,
  LayoutDashboard,
  Link,
  Table2,
  Trash2,
} from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  addGroup,
  type NavigationGroup,
  placeItem,
  readGroups,
  readItemKey,
  removeGroup,
  removeItem,
  renameGroup,
  setCollectionHidden,
  setGroups,
} from '../../core/layout/edit-navigation.js'
import { moveItem } from '../../core/layout/move-item.js'
import { useDashboards } from '../../data/use-dashboards.js'
import { useSchema } from '../../data/use-schema.js'
import { AnchoredMenu } from '../../ui/anchored-menu.js'
import { Button, IconButton } from '../../ui/button.js'
import { MenuItem } from '../../ui/menu.js'
import { EditorRow } from './editor-row.js'
import { chooseTab, edit, useEditor } from './editor-store.js'
import { LinkDialog } from './link-dialog.js'
import { MoveMenu, type MoveOpening } from './move-menu.js'
import { useSortable } from './sortable.js'
import { TextSetting } from './text-setting.js'
import { useGoToCollection } from './use-go-to-collection.js'

const icons = { collection: Table2, dashboard: LayoutDashboard, link: ExternalLink }

/** The groups of the sidebar and what is in them. */
export function NavigationGroups() {
  const t = useTranslations('layoutEditor.navigation')
  const { draft } = useEditor()
  const { data } = useSchema()
  const goTo = useGoToCollection()
  const [moving, setMoving] = useState<MoveOpening>()
  const [isAdding, setAdding] = useState(false)
  const [dashboardMenu, setDashboardMenu] = useState<HTMLElement>()
  const dashboards = useDashboards().data ?? []
  const list = useRef<HTMLDivElement>(null)
  const groups = draft && data ? readGroups(draft.layout, data.navigation, t('unnamed')) : []
  const change = (next: readonly NavigationGroup[], topic?: string) =>
    edit(layout => setGroups(layout, next), topic)
  const findItem = (key: string): LayoutItem | undefined =>
    groups.flatMap(({ items }) => items).find(item => readItemKey(item) === key) ??
    (key.startsWith('collection ')
      ? { kind: 'collection', name: key.slice('collection '.length) }
      : undefined)
  useSortable(
    list,
    'navigation',
    ({ key, before, group }) => {
      const item = findItem(key)
      if (item) change(placeItem(groups, item, { group, before }))
    },
    JSON.stringify(groups),
  )
  if (!draft || !data) return null
  const { hidden } = draft.layout.navigation
  const nameItem = (item: LayoutItem) => {
    if (item.kind === 'link') return item.label
    if (item.kind === 'dashboard') {
      const found = dashboards.find(({ id }) => id === item.id)
      return found?.name ?? t('dashboard', { id: String(item.id) })
    }
    return data.collections.get(item.name)?.label ?? item.name
  }
  const step = (group: number, key: string, by: -1 | 1) => {
    const items = groups[group]?.items ?? []
    const from = items.findIndex(item => readItemKey(item) === key)
    change(
      groups.map((each, index) =>
        index === group ? { ...each, items: moveItem(items, from, from + by) } : each,
      ),
    )
  }
  const listTargets = (item: LayoutItem, except: number) =>
    groups.flatMap(({ label }, group) =>
      group === except
        ? []
        : [{ label, onChoose: () => change(placeItem(groups, item, { group })) }],
    )
  const add = (item: LayoutItem) => {
    const into = groups.length > 0 ? groups : addGroup(groups, t('unnamed'))
    change(placeItem(into, item, { group: into.length - 1 }))
  }
  const placed = new Set(groups.flatMap(({ items }) => items.map(readItemKey)))
  const otherDashboards = dashboards.filter(
    ({ id }) => !placed.has(readItemKey({ kind: 'dashboard', id })),
  )
  const isKnown = (item: LayoutItem) =>
    item.kind !== 'collection' || data.collections.get(item.name)?.rights.browse === true
  return (
    <>
      <div ref={list} className="flex flex-col gap-3">
        {groups.map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups have no ids
          <section key={index} aria-label={group.label}>
            <div className="mb-1 flex items-center gap-0.5">
              <TextSetting
                label={t('groupLabel', { number: index + 1 })}
                isLabelHidden
                value={group.label}
                maxLength={100}
                onChange={text => {
                  if (text !== '') change(renameGroup(groups, index, text), `group ${index}`)
                }}
              />
              <IconButton
                label={t('groupUp', { name: group.label })}
                disabled={index === 0}
                onClick={() => change(moveItem(groups, index, index - 1))}
              >
                <ArrowUp size={14} aria-hidden="true" />
              </IconButton>
              <IconButton
                label={t('groupDown', { name: group.label })}
                disabled={index === groups.length - 1}
                onClick={() => change(moveItem(groups, index, index + 1))}
              >
                <ArrowDown size={14} aria-hidden="true" />
              </IconButton>
              <IconButton
                label={t('groupRemove', { name: group.label })}
                disabled={groups.length === 1}
                onClick={() => change(removeGroup(groups, index))}
              >
                <Trash2 size={14} aria-hidden="true" />
              </IconButton>
            </div>
            <ul>
              {group.items.map((item, position) => {
                const key = readItemKey(item)
                if (!isKnown(item)) return null
                const Icon = icons[item.kind]
                return (
                  <EditorRow
                    key={key}
                    itemKey={key}
                    group={index}
                    label={nameItem(item)}
                    icon={<Icon size={14} aria-hidden="true" className="shrink-0 text-faint" />}
                    isHidden={item.kind === 'collection' && hidden.includes(item.name)}
                    onToggle={
                      item.kind === 'collection'
                        ? () =>
                            edit(layout =>
                              setCollectionHidden(layout, item.name, !hidden.includes(item.name)),
                            )
                        : () => change(removeItem(groups, key))
                    }
                    onSettings={
                      item.kind === 'collection'
                        ? () => {
                            goTo(item.name)
                            chooseTab('general')
                          }
                        : undefined
                    }
                    onStep={by => step(index, key, by)}
                    onMoveMenu={anchor =>
                      setMoving({
                        anchor,
                        key,
                        label: nameItem(item),
                        isFirst: position === 0,
                        isLast: position === group.items.length - 1,
                        onStep: by => step(index, key, by),
                        targets: listTargets(item, index),
                      })
                    }
                  />
                )
              })}
              <li data-end="" data-group={index} className="h-1" />
            </ul>
          </section>
        ))}
        <Unplaced
          names={[...data.collections.values()]
            .filter(({ rights }) => rights.browse)
            .map(({ name }) => name)
            .filter(
              name =>
                !groups.some(({ items }) =>
                  items.some(item => item.kind === 'collection' && item.name === name),
                ),
            )}
          hidden={hidden}
          nameCollection={name => data.collections.get(name)?.label ?? name}
          onMove={(name, anchor) => {
            const item = { kind: 'collection', name } as const
            setMoving({
              anchor,
              key: readItemKey(item),
              label: nameItem(item),
              isFirst: true,
              isLast: true,
              onStep: () => {},
              targets: listTargets(item, -1),
            })
          }}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          icon={<FolderPlus size={14} aria-hidden="true" />}
          onClick={() => change(addGroup(groups, t('newGroup', { number: groups.length + 1 })))}
        >
          {t('addGroup')}
        </Button>
        {otherDashboards.length > 0 ? (
          <Button
            icon={<LayoutDashboard size={14} aria-hidden="true" />}
            aria-haspopup="menu"
            onClick={event => setDashboardMenu(event.currentTarget)}
          >
            {t('addDashboard')}
          </Button>
        ) : null}
        <Button icon={<Link size={14} aria-hidden="true" />} onClick={() => setAdding(true)}>
          {t('addLink')}
        </Button>
      </div>
      {isAdding ? (
        <LinkDialog
          onClose={() => setAdding(false)}
          onAdd={link => {
            add(link)
            setAdding(false)
          }}
        />
      ) : null}
      {dashboardMenu ? (
        <AnchoredMenu
          anchor={dashboardMenu}
          label={t('addDashboard')}
          onClose={() => setDashboardMenu(undefined)}
        >
          {otherDashboards.map(({ id, name }) => (
            <MenuItem
              key={id}
              icon={<LayoutDashboard size={14} />}
              onSelect={() => add({ kind: 'dashboard', id })}
            >
              {name}
            </MenuItem>
          ))}
        </AnchoredMenu>
      ) : null}
      {moving ? <MoveMenu opening={moving} onClose={() => setMoving(undefined)} /> : null}
    </>
  )
}

interface UnplacedProps {
  readonly names: readonly string[]
  readonly hidden: readonly string[]
  readonly nameCollection: (name: string) => string
  readonly onMove: (name: string, anchor: HTMLElement) => void
}

/** Collections in no group: they are below "More". */
function Unplaced({ names, hidden, nameCollection, onMove }: UnplacedProps) {
  const t = useTranslations('layoutEditor.navigation')
  if (names.length === 0) return null
  return (
    <section aria-label={t('unplaced')}>
      <h3 className="mb-1 px-2 text-small font-medium text-faint">{t('unplaced')}</h3>
      <ul>
        {names.map(name => (
          <EditorRow
            key={name}
            itemKey={`collection ${name}`}
            group={-1}
            label={nameCollection(name)}
            icon={<Table2 size={14} aria-hidden="true" className="shrink-0 text-faint" />}
            isHidden={hidden.includes(name)}
            onToggle={() =>
              edit(layout => setCollectionHidden(layout, name, !hidden.includes(name)))
            }
            onMoveMenu={anchor => onMove(name, anchor)}
          />
        ))}
      </ul>
    </section>
  )
}
