import { Menu as BaseMenu } from '@base-ui/react/menu'
import { type ReactNode, useMemo, useState } from 'react'
import { useKeysWhileOpening } from './popup-loader.js'
import type { MenuAnchor } from './table/table-row.js'

interface AnchoredMenuProps {
  readonly anchor: MenuAnchor
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A menu without a button of its own: it opens beside an element, or where the pointer is. */
export function AnchoredMenu({ anchor, label, onClose, children }: AnchoredMenuProps) {
  const [isOpen, setOpen] = useState(true)
  useKeysWhileOpening(isOpen)
  const place = useMemo(
    () =>
      'x' in anchor ? { getBoundingClientRect: () => new DOMRect(anchor.x, anchor.y) } : anchor,
    [anchor],
  )
  return (
    <BaseMenu.Root
      open={isOpen}
      onOpenChange={setOpen}
      onOpenChangeComplete={open => !open && onClose()}
    >
      <BaseMenu.Portal>
        <BaseMenu.Positioner
          anchor={place}
          align="start"
          sideOffset={4}
          className="z-50 outline-none"
        >
          <BaseMenu.Popup
            aria-label={label}
            className="popup min-w-52 max-w-80 rounded-card bg-surface p-1 text-text shadow-float outline-none"
          >
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}
