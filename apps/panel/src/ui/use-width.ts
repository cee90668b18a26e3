import { type RefCallback, useCallback, useRef, useState } from 'react'

/** The width of an element, measured before it is painted for the first time; until then, the expected one. */
export function useWidth<T extends Element>(expected = 0): readonly [RefCallback<T>, number] {
  const [width, setWidth] = useState(expected)
  const observer = useRef<ResizeObserver>(undefined)
  const ref = useCallback<RefCallback<T>>(element => {
    observer.current?.disconnect()
    if (!element) return
    setWidth(element.getBoundingClientRect().width)
    observer.current = new ResizeObserver(([entry]) => {
      if (entry) setWidth(entry.contentRect.width)
    })
    observer.current.observe(element)
  }, [])
  return [ref, width]
}
