import { useCallback, useState } from 'react'

/**
 * What opened a menu or a dialog, until it has closed. Opened again while it still closes, it gets
 * another `turn`: with that as its key it opens anew.
 *
 * @example
 * const [opening, setOpening] = useOpening<{ readonly anchor: HTMLElement }>()
 */
export function useOpening<T extends object>(): readonly [
  (T & { readonly turn: number }) | undefined,
  (next: T | undefined) => void,
] {
  const [opening, setOpening] = useState<T & { readonly turn: number }>()
  const open = useCallback(
    (next: T | undefined) =>
      setOpening(last => next && { ...next, turn: last ? last.turn + 1 : 0 }),
    [],
  )
  return [opening, open]
}
