import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { type PanelCommand, useCommands } from '../../shell/commands.js'

/** What people do with a list. The functions stay the same while the list is on the screen. */
export interface ListActions {
  readonly peek: (index: number) => void
  readonly move: (step: 1 | -1) => void
  readonly toggle: () => void
  readonly togglePeek: () => void
  readonly openPage: () => void
  readonly search: () => void
  readonly filter: () => void
  readonly leave: () => void
  readonly refresh: () => void
}

export function useListKeys(actions: ListActions): void {
  const t = useTranslations('list')
  const commands = useMemo(() => {
    const key = (shortcut: string, title: string, run: () => void): PanelCommand => ({
      id: `list ${shortcut}`,
      title,
      group: 'list',
      shortcut,
      isKeyOnly: true,
      run,
    })
    return [
      key('j', t('next'), () => actions.move(1)),
      key('arrowdown', t('next'), () => actions.move(1)),
      key('k', t('previous'), () => actions.move(-1)),
      key('arrowup', t('previous'), () => actions.move(-1)),
      key('x', t('toggleSelection'), actions.toggle),
      key('space', t('openPeek'), actions.togglePeek),
      key('enter', t('openPeek'), actions.togglePeek),
      key('o', t('openPage'), actions.openPage),
      key('/', t('searchHere'), actions.search),
      { ...key('f', t('filterHere'), actions.filter), isKeyOnly: false },
      key('escape', t('leave'), actions.leave),
      { ...key('r', t('refresh'), actions.refresh), isKeyOnly: false },
    ]
  }, [t, actions])
  useCommands(commands)
}
