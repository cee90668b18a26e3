import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { type PanelCommand, useCommands } from '../../shell/commands.js'

interface RelatedActions {
  readonly move: (step: 1 | -1) => void
  readonly toggle: () => void
  readonly togglePeek: () => void
  readonly openMenu: () => void
  readonly leave: () => void
}

/** The keys of a related list: those of a list, as far as it has the same. */
export function useRelatedKeys(actions: RelatedActions): void {
  const t = useTranslations('list')
  const g = useTranslations('grid')
  useCommands(
    useMemo(() => {
      const key = (shortcut: string, title: string, run: () => void): PanelCommand => ({
        id: `related ${shortcut}`,
        title,
        group: 'record',
        shortcut,
        isKeyOnly: true,
        run,
      })
      return [
        key('j', t('next'), () => actions.move(1)),
        key('arrowdown', t('next'), () => actions.move(1)),
        key('k', t('previous'), () => actions.move(-1)),
        key('arrowup', t('previous'), () => actions.move(-1)),
        key('x', t('toggleSelection'), () => actions.toggle()),
        key('space', t('openPeek'), () => actions.togglePeek()),
        key('enter', t('openPeek'), () => actions.togglePeek()),
        key('shift+f10', g('openMenu'), () => actions.openMenu()),
        key('contextmenu', g('openMenu'), () => actions.openMenu()),
        key('escape', t('leave'), () => actions.leave()),
      ]
    }, [t, g, actions]),
  )
}
