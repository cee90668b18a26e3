import { Popover as BasePopover } from '@base-ui/react/popover'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useKeysWhileOpening } from './popup-loader.js'

interface AnchoredPopoverProps {
  readonly anchor: HTMLElement
  readonly label: string
  /** Lies over the anchor, as the editor of a cell does. */
  readonly isOver?: boolean
  readonly isWide?: boolean
  readonly onClose: (reason: 'escape' | 'outside' | 'other') => void
  readonly children: ReactNode
}

/** A box beside an element, which stays open until whoever shows it takes it away. */
export function AnchoredPopover(props: AnchoredPopoverProps) {
  const { anchor, label, isOver = false, isWide = false, onClose, children } = props
  useKeysWhileOpening()
  return (
    <BasePopover.Root
      open
      onOpenChange={(isOpen, { reason }) => {
        if (isOpen) return
        if (reason === 'escape-key') onClose('escape')
        else onClose(reason === 'outside-press' ? 'outside' : 'other')
      }}
    >
      <BasePopover.Portal>
        <BasePopover.Positioner
          anchor={anchor}
          align="start"
          sideOffset={({ anchor: size }) => (isOver ? -size.height : 4)}
          collisionPadding={8}
          className="z-50 max-w-[calc(100vw-16px)]"
        >
          <BasePopover.Popup
            aria-label={label}
            finalFocus={false}
            className={clsx(
              'popup max-w-full rounded-card bg-surface text-text shadow-float outline-none',
              isWide ? 'w-[720px]' : 'min-w-72',
            )}
            style={isOver && !isWide ? { minWidth: Math.max(anchor.clientWidth, 288) } : undefined}
          >
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}
