import { useCallback, useEffect, useRef } from 'react'
import { isInPopup } from '../held-keys.js'

type Find = () => HTMLElement | null | undefined

const mostFrames = 8

/**
 * Focuses an element as soon as it is drawn: rows and columns appear some frames after a scroll. Only
 * the last one that was asked for gets the focus, and not from somebody who types by then.
 */
export function useFocusWhenDrawn(): (find: Find) => void {
  const request = useRef(0)
  useEffect(() => () => cancelAnimationFrame(request.current), [])
  return useCallback((find: Find) => {
    const before = document.activeElement
    attempt(0)

    function attempt(frame: number) {
      cancelAnimationFrame(request.current)
      request.current = requestAnimationFrame(() => {
        const { activeElement } = document
        if (activeElement !== before && isTakingKeys(activeElement)) return
        const element = find()
        if (element) element.focus({ preventScroll: true })
        else if (frame < mostFrames) attempt(frame + 1)
      })
    }
  }, [])
}

function isTakingKeys(element: Element | null): boolean {
  return element?.matches('input, textarea, select') === true || isInPopup(element)
}
