import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { type PanelCommand, useCommands } from '../../shell/commands.js'

/** What people do with a list. The functions stay the same while the list is on the screen. */
export interface ListActions {
  readonly peek: (id: string) => void
  readonly openPage: (id: string) => void
  readonly move: (step: 1 | -1) => void
  /** Moves to another cell of the active row, or from the first one back to the row. */
  readonly moveCell: (step: 1 | -1) => void
  /** Moves to the next cell, of the next row after the last one. */
  readonly moveOn: (step: 1 | -1) => void
  /** Whether cells are active, not whole rows. */
  readonly isInGrid: () => boolean
  /** Edits the active cell; without one, makes the first cell of the row active. */
  readonly edit: () => void
  readonly openMenu: () => void
  readonly toggle: () => void
  readonly togglePeek: () => void
  readonly openActivePage: () => void
  readonly openActiveTab: () => void
  readonly search: () => void
  readonly filter: () => void
  readonly views: () => void
  readonly leave: () => void
  readonly refresh: () => void
}

export function useListKeys(actions: ListActions): void {
  const t = useTranslations('list')
  const g = useTranslations('grid')
  const commands = useMemo(() => {
    const key = (shortcut: string, title: string, run: () => void): PanelCommand => ({
      id: `list ${shortcut}`,
      title,
      group: 'list',
      shortcut,
      isKeyOnly: true,
      run,
    })
    const inGrid = (shortcut: string, title: string, run: () => void): PanelCommand => ({
      ...key(shortcut, title, run),
      id: `cell ${shortcut}`,
      when: actions.isInGrid,
    })
    return [
      key('j', t('next'), () => actions.move(1)),
      key('arrowdown', t('next'), () => actions.move(1)),
      key('k', t('previous'), () => actions.move(-1)),
      key('arrowup', t('previous'), () => actions.move(-1)),
      key('x', t('toggleSelection'), actions.toggle),
      key('space', t('openPeek'), actions.togglePeek),
      key('enter', t('openPeek'), actions.togglePeek),
      key('arrowright', g('nextCell'), () => actions.moveCell(1)),
      key('f2', g('editCell'), actions.edit),
      inGrid('arrowleft', g('previousCell'), () => actions.moveCell(-1)),
      inGrid('enter', g('editCell'), actions.edit),
      inGrid('tab', g('nextCell'), () => actions.moveOn(1)),
      inGrid('shift+tab', g('previousCell'), () => actions.moveOn(-1)),
      key('shift+f10', g('openMenu'), actions.openMenu),
      key('contextmenu', g('openMenu'), actions.openMenu),
      key('o', t('openPage'), actions.openActivePage),
      key('mod+enter', g('openTab'), actions.openActiveTab),
      key('/', t('searchHere'), actions.search),
      { ...key('f', t('filterHere'), actions.filter), isKeyOnly: false },
      { ...key('v', t('viewsHere'), actions.views), isKeyOnly: false },
      key('escape', t('leave'), actions.leave),
      { ...key('r', t('refresh'), actions.refresh), isKeyOnly: false },
    ]
  }, [t, g, actions])
  useCommands(commands)
}
