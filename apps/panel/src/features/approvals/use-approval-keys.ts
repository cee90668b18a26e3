import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { type PanelCommand, useCommands } from '../../shell/commands.js'
import type { ApprovalsAddress } from './use-approvals-address.js'

/** Moves through the list, whose rows are links: Enter opens them. */
export function useApprovalKeys({ id, close }: ApprovalsAddress): void {
  const t = useTranslations('approvals')
  const commands = useMemo((): readonly PanelCommand[] => {
    const key = (shortcut: string, title: string, run: () => void): PanelCommand => ({
      ...{ id: `approvals ${shortcut}`, title, group: 'list', shortcut, isKeyOnly: true, run },
    })
    return [
      key('j', t('keys.next'), () => moveFocus(1)),
      key('arrowdown', t('keys.next'), () => moveFocus(1)),
      key('k', t('keys.previous'), () => moveFocus(-1)),
      key('arrowup', t('keys.previous'), () => moveFocus(-1)),
      ...(id === undefined ? [] : [key('escape', t('keys.close'), close)]),
    ]
  }, [t, id, close])
  useCommands(commands)
}

/** From the row with the focus, else from the request that is open, else to the first row. */
function moveFocus(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('a[data-approval]')]
  const focused = rows.indexOf(document.activeElement as HTMLElement)
  const from = focused >= 0 ? focused : rows.findIndex(row => row.ariaCurrent === 'true')
  const next = from < 0 ? rows[0] : rows[Math.min(Math.max(from + step, 0), rows.length - 1)]
  next?.focus()
}
