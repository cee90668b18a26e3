import type { ReactNode } from 'react'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../../ui/menu.js'
import type { PopupProps } from '../../ui/on-demand.js'

interface Item {
  readonly label: string
  readonly icon: ReactNode
  readonly isDisabled?: boolean
  readonly isDanger?: boolean
  readonly onSelect: () => void
}

interface Choice {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
}

interface ItemMenuProps extends PopupProps {
  readonly choices?: readonly Choice[]
  readonly items: readonly Item[]
}

/** What can be done with a dashboard or a card. */
export default function ItemMenu({ trigger, choices = [], items }: ItemMenuProps) {
  return (
    <Menu trigger={trigger} align="end">
      {choices.map(choice => (
        <MenuChoice key={choice.label} {...choice} />
      ))}
      {choices.length > 0 ? <MenuSeparator /> : null}
      {items.map(({ label, ...item }) => (
        <MenuItem key={label} {...item}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
