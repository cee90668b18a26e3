import { type RefObject, useEffect, useRef } from 'react'

/** Listens to what happens inside of an element that is itself no control. */
export function useListener<K extends keyof HTMLElementEventMap>(
  ref: RefObject<HTMLElement | null>,
  name: K,
  listen: (event: HTMLElementEventMap[K]) => void,
): void {
  const latest = useRef(listen)
  useEffect(() => {
    latest.current = listen
  })
  useEffect(() => {
    const element = ref.current
    const run = (event: HTMLElementEventMap[K]) => latest.current(event)
    element?.addEventListener(name, run)
    return () => element?.removeEventListener(name, run)
  }, [ref, name])
}
