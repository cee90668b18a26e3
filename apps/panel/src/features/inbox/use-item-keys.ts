import { type RefObject, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { type PanelCommand, useCommands } from '../../shell/commands.js'

/** J, K and the arrows move the focus through the entries; Enter follows the link that has it. */
export function useItemKeys(list: RefObject<HTMLElement | null>): void {
  const t = useTranslations('notes')
  useCommands(
    useMemo((): readonly PanelCommand[] => {
      const build = (shortcut: string, step: 1 | -1): PanelCommand => ({
        id: `inbox ${shortcut}`,
        title: t(step > 0 ? 'next' : 'previous'),
        group: 'list',
        shortcut,
        isKeyOnly: true,
        run: () => moveFocus(list.current, step),
      })
      return [build('j', 1), build('arrowdown', 1), build('k', -1), build('arrowup', -1)]
    }, [t, list]),
  )
}

function moveFocus(list: HTMLElement | null, step: 1 | -1): void {
  const items = [...(list?.querySelectorAll<HTMLElement>('[data-item]') ?? [])]
  const at = items.findIndex(item => item.parentElement?.contains(document.activeElement))
  const next = at < 0 ? items.at(step > 0 ? 0 : -1) : items[at + step]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
