import { type RefCallback, useCallback, useRef, useState } from 'react'

/** The width of an element, known before it is painted for the first time. */
export function useWidth<T extends Element>(): readonly [RefCallback<T>, number] {
  const [width, setWidth] = useState(0)
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
