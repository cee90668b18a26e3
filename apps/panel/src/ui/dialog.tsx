import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { IconButton } from './button.js'
import { useKeysWhileOpening } from './popup-loader.js'
import { useFirstFocus } from './use-first-focus.js'

interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  readonly closeLabel: string
  /** `top`: a narrow box near the top, without a visible title. `side`: a sheet at the left edge. */
  readonly shape?: 'centre' | 'wide' | 'top' | 'side'
  /** What has the focus at first; otherwise the first control. */
  readonly initialFocus?: RefObject<HTMLElement | null>
  readonly children: ReactNode
}

const shapes: Readonly<Record<NonNullable<DialogProps['shape']>, string>> = {
  centre:
    'popup top-1/2 left-1/2 max-h-[80dvh] w-[480px] -translate-x-1/2 -translate-y-1/2 rounded-card',
  wide: 'popup top-1/2 left-1/2 max-h-[80dvh] w-[680px] -translate-x-1/2 -translate-y-1/2 rounded-card',
  top: 'popup top-[12dvh] left-1/2 max-h-[70dvh] w-[640px] -translate-x-1/2 rounded-card',
  side: 'sheet top-0 bottom-0 left-0 w-[280px]',
}

export function Dialog(props: DialogProps) {
  const { isOpen, onClose, title, closeLabel, shape = 'centre', children } = props
  const { popup, initialFocus } = useFirstFocus(props.initialFocus)
  useKeysWhileOpening(isOpen)
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={open => !open && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="backdrop fixed inset-0 z-40 bg-[oklch(0_0_0/30%)]" />
        <BaseDialog.Popup
          ref={popup}
          initialFocus={initialFocus}
          className={clsx(
            'fixed z-50 flex max-w-[calc(100vw-24px)] flex-col overflow-hidden bg-surface text-text shadow-float outline-none',
            shapes[shape],
          )}
        >
          {shape === 'centre' || shape === 'wide' ? (
            <header className="flex h-12 shrink-0 items-center justify-between border-b border-line pr-2 pl-4">
              <BaseDialog.Title className="text-section font-semibold">{title}</BaseDialog.Title>
              <BaseDialog.Close
                render={
                  <IconButton label={closeLabel}>
                    <X size={16} aria-hidden="true" />
                  </IconButton>
                }
              />
            </header>
          ) : (
            <BaseDialog.Title className="sr-only">{title}</BaseDialog.Title>
          )}
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
