import { type RefObject, useEffect, useState } from 'react'

/**
 * Whether a field may take the focus that it is offered. Its editor can be there a while later: until
 * then, whoever presses or tabs elsewhere has made another choice. Problems offer it anew.
 */
export function useOfferedFocus(
  box: RefObject<HTMLElement | null>,
  isOffered: boolean,
  problems: readonly string[],
): boolean {
  const [isDeclined, setDeclined] = useState(false)
  useEffect(() => {
    if (!isOffered) return
    const press = ({ target }: PointerEvent) => {
      if (!box.current?.contains(target as Node | null)) setDeclined(true)
    }
    const tab = ({ key }: KeyboardEvent) => {
      if (key === 'Tab') setDeclined(true)
    }
    document.addEventListener('pointerdown', press, { capture: true })
    document.addEventListener('keydown', tab, { capture: true })
    return () => {
      document.removeEventListener('pointerdown', press, { capture: true })
      document.removeEventListener('keydown', tab, { capture: true })
      setDeclined(false)
    }
  }, [box, isOffered])
  useEffect(() => {
    if (problems.length > 0) setDeclined(false)
  }, [problems])
  return isOffered && !isDeclined
}
