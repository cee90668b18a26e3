import type { PanelAction } from '@service/protocol'
import { ChevronDown, Zap } from 'lucide-react'
import { useCallback, useMemo, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { OfferedActions } from '../../core/schema/list-actions.js'
import { Button } from '../../ui/button.js'
import { loadOnDemand } from '../../ui/on-demand.js'
import { type PanelCommand, useCommands } from '../commands.js'
import { formatKeys } from '../format-keys.js'
import { type ActionOpening, useActionRunner } from './action-runner.js'

const ActionMenu = loadOnDemand('menu', () => import('./action-menu.js'))

interface ActionButtonsProps {
  /** The heading of its keys in the help. */
  readonly group: 'list' | 'record'
  readonly actions: OfferedActions
  /** What they run on, in words: for the palette. */
  readonly subject: string
  /** Called when an action is chosen: what it runs on. */
  readonly getOpening: () => Omit<ActionOpening, 'action'>
}

/** Primary actions as buttons and all of them in a menu, which `A` opens; they are in the palette too. */
export function ActionButtons({ group, actions, subject, getOpening }: ActionButtonsProps) {
  const t = useTranslations('actionMenu')
  const runner = useActionRunner()
  const menu = useRef<HTMLButtonElement>(null)
  const { primary, others } = actions
  const all = useMemo(() => [...primary, ...others], [primary, others])
  const latest = useRef(getOpening)
  latest.current = getOpening
  const choose = useCallback(
    (action: PanelAction) => runner.open({ ...latest.current(), action }),
    [runner],
  )
  useCommands(
    useMemo((): readonly PanelCommand[] => {
      if (all.length === 0) return []
      const open: PanelCommand = {
        id: `actions ${subject}`,
        title: t('openMenu'),
        group,
        shortcut: 'a',
        isKeyOnly: true,
        run: () => menu.current?.click(),
      }
      const each = all.map(
        (action): PanelCommand => ({
          id: `action ${subject} ${action.name}`,
          title: t('on', { action: action.name, subject }),
          group,
          run: () => choose(action),
        }),
      )
      return [open, ...each]
    }, [group, all, subject, choose, t]),
  )
  if (all.length === 0) return null
  return (
    <>
      {primary.map(action => (
        <Button key={action.name} onClick={() => choose(action)}>
          {action.name}
        </Button>
      ))}
      <ActionMenu
        actions={all}
        onChoose={choose}
        trigger={
          <Button ref={menu} icon={<Zap size={14} aria-hidden="true" />} keys={formatKeys('a')}>
            <span className={primary.length > 0 ? 'sr-only' : 'max-sm:sr-only'}>{t('menu')}</span>
            <ChevronDown size={12} aria-hidden="true" />
          </Button>
        }
      />
    </>
  )
}
