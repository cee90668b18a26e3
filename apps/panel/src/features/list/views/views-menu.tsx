import type { View } from '@service/protocol'
import {
  ArrowLeft,
  ArrowRight,
  BookmarkPlus,
  Lock,
  Pencil,
  RotateCcw,
  Save,
  Trash2,
  Users,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../../../ui/menu.js'
import type { PopupProps } from '../../../ui/on-demand.js'
import type { ListTab } from './list-tab.js'
import type { ViewActions } from './use-view-actions.js'

interface ViewsMenuProps extends PopupProps {
  readonly tabs: readonly ListTab[]
  readonly view: View | undefined
  readonly isChanged: boolean
  readonly actions: ViewActions
  readonly onSave: () => void
  readonly onRename: (view: View) => void
}

const iconSize = 14

/** Every segment and view, and what can be done with the current one. */
export default function ViewsMenu(props: ViewsMenuProps) {
  const { tabs, view, isChanged, actions, onSave, onRename, trigger } = props
  const t = useTranslations('views')
  const menu = useTranslations('viewEditing.menu')
  const current = tabs.find(tab => tab.isCurrent)?.key ?? ''
  const choose = (key: string) => tabs.find(tab => tab.key === key)?.open()
  const segments = tabs.filter(tab => !tab.view)
  const views = tabs.filter(tab => tab.view)
  const siblings = views.filter(tab => tab.view?.isShared === view?.isShared)
  const position = siblings.findIndex(tab => tab.view?.id === view?.id)
  return (
    <Menu trigger={trigger}>
      {segments.length > 1 ? (
        <MenuChoice
          label={t('segments')}
          value={current}
          onChange={choose}
          options={segments.map(({ key, label }) => ({ value: key, label }))}
        />
      ) : null}
      {views.length > 0 ? (
        <MenuChoice
          label={t('views')}
          value={current}
          onChange={choose}
          options={views.map(tab => ({
            value: tab.key,
            label: tab.label,
            ...(tab.view && { hint: describeOwner(tab.view) }),
          }))}
        />
      ) : null}
      {segments.length > 1 || views.length > 0 ? <MenuSeparator /> : null}
      {view && isChanged && actions.mayChange(view) ? (
        <MenuItem
          icon={<Save size={iconSize} aria-hidden="true" />}
          onSelect={() => actions.update(view)}
        >
          {menu('update', { name: view.name })}
        </MenuItem>
      ) : null}
      <MenuItem icon={<BookmarkPlus size={iconSize} aria-hidden="true" />} onSelect={onSave}>
        {view ? menu('saveAs') : menu('save')}
      </MenuItem>
      {view && isChanged ? (
        <MenuItem
          icon={<RotateCcw size={iconSize} aria-hidden="true" />}
          onSelect={() => actions.reset(view)}
        >
          {menu('reset')}
        </MenuItem>
      ) : null}
      {view && actions.mayChange(view) ? (
        <>
          <MenuSeparator />
          <MenuItem
            icon={<Pencil size={iconSize} aria-hidden="true" />}
            onSelect={() => onRename(view)}
          >
            {menu('rename')}
          </MenuItem>
          {actions.mayShare && (!view.isShared || view.isOwn) ? (
            <MenuItem
              icon={
                view.isShared ? (
                  <Lock size={iconSize} aria-hidden="true" />
                ) : (
                  <Users size={iconSize} aria-hidden="true" />
                )
              }
              onSelect={() => actions.share(view, !view.isShared)}
            >
              {view.isShared ? menu('unshare') : menu('share')}
            </MenuItem>
          ) : null}
          {position > 0 ? (
            <MenuItem
              icon={<ArrowLeft size={iconSize} aria-hidden="true" />}
              onSelect={() => actions.move(view, -1)}
            >
              {menu('moveLeft')}
            </MenuItem>
          ) : null}
          {position < siblings.length - 1 ? (
            <MenuItem
              icon={<ArrowRight size={iconSize} aria-hidden="true" />}
              onSelect={() => actions.move(view, 1)}
            >
              {menu('moveRight')}
            </MenuItem>
          ) : null}
          <MenuItem
            icon={<Trash2 size={iconSize} aria-hidden="true" />}
            onSelect={() => actions.remove(view)}
          >
            {menu('delete')}
          </MenuItem>
        </>
      ) : null}
    </Menu>
  )

  function describeOwner({ isShared, isOwn, owner }: View): string {
    if (!isShared) return t('own')
    return isOwn ? t('sharedByYou') : t('shared', { name: owner.name })
  }
}
