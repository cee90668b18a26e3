import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react'
import { IconButton } from './button.js'
import { useKeysWhileOpening } from './popup-loader.js'
import { ScrollRegion } from './scroll-region.js'
import { useFirstFocus } from './use-first-focus.js'

interface DrawerProps {
  readonly isOpen: boolean
  /** Somebody wants to close it: by Esc, by the button or by a press beside it. */
  readonly onClose: () => void
  readonly title: string
  /** What it is about, beside the title. */
  readonly subject?: string | undefined
  readonly closeLabel: string
  /** What has the focus at first; otherwise the first control. */
  readonly initialFocus?: RefObject<HTMLElement | null> | undefined
  /** Which of several contents it shows: when they change, the focus stays inside. */
  readonly step?: string
  readonly children: ReactNode
}

/** A sheet at the right edge, over the screen; on a phone, in place of it. */
export function Drawer(props: DrawerProps) {
  const { isOpen, onClose, title, subject, closeLabel, step, children } = props
  const { popup, initialFocus } = useFirstFocus(props.initialFocus)
  useKeysWhileOpening(isOpen)
  const shownStep = useRef(step)
  useLayoutEffect(() => {
    if (step === shownStep.current) return
    shownStep.current = step
    // What had the focus is gone.
    if (!popup.current?.contains(document.activeElement)) popup.current?.focus()
  }, [step, popup])
  return (
    <Dialog.Root open={isOpen} onOpenChange={open => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop fixed inset-0 z-40 bg-[oklch(0_0_0/30%)]" />
        <Dialog.Popup
          ref={popup}
          initialFocus={initialFocus}
          className="drawer fixed inset-y-0 right-0 z-50 flex w-[480px] max-w-full flex-col bg-surface text-text shadow-float outline-none max-sm:w-full"
        >
          <header className="flex min-h-12 shrink-0 items-center gap-3 border-b border-line py-2 pr-2 pl-4">
            <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
              <Dialog.Title className="min-w-0 truncate text-section font-semibold">
                {title}
              </Dialog.Title>
              {subject ? (
                <Dialog.Description className="min-w-0 truncate text-muted">
                  {subject}
                </Dialog.Description>
              ) : null}
            </div>
            <Dialog.Close
              render={
                <IconButton label={closeLabel}>
                  <X size={16} aria-hidden="true" />
                </IconButton>
              }
            />
          </header>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface DrawerFormProps {
  readonly ref?: Ref<HTMLFormElement>
  /** Keys that submit the form together with ⌘ or Ctrl, from every control. */
  readonly keys?: readonly string[]
  readonly onSubmit: () => void
  /** A `DrawerBody` and a `DrawerFooter`. */
  readonly children: ReactNode
}

const submitKeys = ['Enter']

/** The form of a drawer. */
export function DrawerForm({ ref, keys = submitKeys, onSubmit, children }: DrawerFormProps) {
  function submitByKey(event: KeyboardEvent) {
    if (!(event.metaKey || event.ctrlKey) || !keys.includes(event.key)) return
    // React also reports the events of dialogs that were opened from here; they are elsewhere in the document.
    if (!event.currentTarget.contains(event.target as Node)) return
    event.preventDefault()
    onSubmit()
  }
  return (
    <form
      ref={ref}
      noValidate
      className="flex min-h-0 flex-1 flex-col"
      onKeyDown={submitByKey}
      onSubmit={event => {
        event.preventDefault()
        if (event.target === event.currentTarget) onSubmit()
      }}
    >
      {children}
    </form>
  )
}

/** What is in a drawer; it scrolls. */
export function DrawerBody({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto overscroll-contain px-4 py-4">
      {children}
    </div>
  )
}

/** What is in a drawer that may have nothing to focus: keys scroll it. */
export function DrawerText({ label, children }: { label: string; readonly children: ReactNode }) {
  return (
    <ScrollRegion
      label={label}
      className="flex min-h-0 flex-1 flex-col gap-3 overscroll-contain px-4 py-4"
    >
      {children}
    </ScrollRegion>
  )
}

/** The buttons of a drawer, at its foot. */
export function DrawerFooter({ children }: { readonly children: ReactNode }) {
  return (
    <footer className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-3 max-sm:[&>button]:flex-1">
      {children}
    </footer>
  )
}
