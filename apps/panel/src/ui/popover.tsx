import { Popover as BasePopover } from '@base-ui/react/popover'
import { clsx } from 'clsx'
import { type ReactElement, type ReactNode, useState } from 'react'
import { useKeysWhileOpening } from './popup-loader.js'

interface PopoverProps {
  readonly trigger: ReactElement
  readonly title: string
  readonly isWide?: boolean
  /** As wide as what is in it. */
  readonly isFitted?: boolean
  readonly children: (close: () => void) => ReactNode
}

/** Open at first: it is shown when its button was pressed, see `on-demand.tsx`. */
export function Popover(props: PopoverProps) {
  const { trigger, title, isWide = false, isFitted = false, children } = props
  const [isOpen, setOpen] = useState(true)
  useKeysWhileOpening(isOpen)
  return (
    <BasePopover.Root open={isOpen} onOpenChange={setOpen}>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-w-[calc(100vw-16px)]"
        >
          <BasePopover.Popup
            className={clsx(
              'popup max-w-full rounded-card bg-surface text-text shadow-float outline-none',
              isFitted ? 'w-fit' : isWide ? 'w-[600px]' : 'w-72',
            )}
          >
            <BasePopover.Title className="px-3 pt-3 pb-2 text-small font-medium text-muted">
              {title}
            </BasePopover.Title>
            {children(() => setOpen(false))}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}
