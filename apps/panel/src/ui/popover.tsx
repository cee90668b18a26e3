import { Popover as BasePopover } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'

interface PopoverProps {
  readonly trigger: ReactElement
  readonly title: string
  readonly children: ReactNode
}

/** Open at first: it is shown when its button was pressed, see `on-demand.tsx`. */
export function Popover({ trigger, title, children }: PopoverProps) {
  return (
    <BasePopover.Root defaultOpen>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner align="end" sideOffset={4} className="z-50">
          <BasePopover.Popup className="popup w-72 rounded-card bg-surface text-text shadow-float outline-none">
            <BasePopover.Title className="px-3 pt-3 pb-2 text-small font-medium text-muted">
              {title}
            </BasePopover.Title>
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}
