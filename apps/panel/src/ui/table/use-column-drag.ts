import { type RefObject, useEffect, useRef } from 'react'
import type { VisibleColumns } from './table-column.js'

/** Lets people drag the heads of columns. Its code is loaded when the pointer is first in the head. */
export function useColumnDrag<Row>(
  head: RefObject<HTMLElement | null>,
  visible: VisibleColumns<Row>,
  onMove: (id: string, target: string) => void,
): void {
  const latest = useRef(onMove)
  useEffect(() => {
    latest.current = onMove
  })
  useEffect(() => {
    const element = head.current
    if (!element || visible.pinned.length + visible.scrolling.length < 2) return
    let isEnded = false
    let stop: (() => void) | undefined
    const start = async () => {
      const { dragColumns } = await import('./drag-columns.js')
      if (!isEnded) stop = dragColumns(element, (id, target) => latest.current(id, target))
    }
    element.addEventListener('pointerenter', start, { once: true })
    if (element.matches(':hover')) void start()
    return () => {
      isEnded = true
      element.removeEventListener('pointerenter', start)
      stop?.()
    }
  }, [head, visible])
}
