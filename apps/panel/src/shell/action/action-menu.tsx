import type { PanelAction } from '@service/protocol'
import { ShieldCheck, Zap } from 'lucide-react'
import { Menu, MenuItem } from '../../ui/menu.js'
import type { PopupProps } from '../../ui/on-demand.js'

interface ActionMenuProps extends PopupProps {
  readonly actions: readonly PanelAction[]
  readonly onChoose: (action: PanelAction) => void
}

/** Actions to choose from; their first letters choose too. */
export default function ActionMenu({ trigger, actions, onChoose }: ActionMenuProps) {
  return (
    <Menu trigger={trigger} align="end">
      {actions.map(action => (
        <MenuItem
          key={action.name}
          icon={
            action.needsApproval === 'never' ? (
              <Zap size={14} aria-hidden="true" />
            ) : (
              <ShieldCheck size={14} aria-hidden="true" />
            )
          }
          onSelect={() => onChoose(action)}
        >
          {action.name}
        </MenuItem>
      ))}
    </Menu>
  )
}
