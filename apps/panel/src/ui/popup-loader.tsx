import { type ReactNode, Suspense, useEffectEvent, useLayoutEffect } from 'react'
import { holdKeys, holdKeysUntilFocus } from './held-keys.js'

interface PopupLoaderProps {
  /** Esc was pressed before the popup was there. */
  readonly onCancel: () => void
  readonly children: ReactNode
}

/** Around a popup whose code may not be loaded yet: keys wait for it, and Esc gives it up. */
export function PopupLoader({ onCancel, children }: PopupLoaderProps) {
  return <Suspense fallback={<KeysOnHold onCancel={onCancel} />}>{children}</Suspense>
}

/** In place of a popup that is being loaded. */
export function KeysOnHold({ onCancel }: Pick<PopupLoaderProps, 'onCancel'>) {
  const cancel = useEffectEvent(onCancel)
  useLayoutEffect(() => holdKeys(() => cancel()), [])
  return null
}

/** Lets a popup have the keys that are pressed before it has the focus. */
export function useKeysWhileOpening(isOpen = true): void {
  useLayoutEffect(() => (isOpen ? holdKeysUntilFocus() : undefined), [isOpen])
}
