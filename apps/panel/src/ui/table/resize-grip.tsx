import type { KeyboardEvent, PointerEvent } from 'react'
import { limitColumnWidth, narrowestColumn, widestColumn } from './table-column.js'

interface ResizeGripProps {
  readonly label: string
  readonly width: number
  /** Called while the pointer moves; without a width when it has ended. */
  readonly onResizing: (width: number | undefined) => void
  readonly onResize: (width: number) => void
}

const keyStep = 16

/**
 * The edge of a column, which the pointer moves, and the arrow keys while it has the focus. It is no
 * stop of Tab: the menu of the column gives it the focus.
 */
export function ResizeGrip({ label, width, onResizing, onResize }: ResizeGripProps) {
  function begin(event: PointerEvent<HTMLElement>) {
    event.preventDefault()
    event.stopPropagation()
    const grip = event.currentTarget
    const startX = event.clientX
    let next = width
    const move = (moved: globalThis.PointerEvent) => {
      next = limitColumnWidth(width + moved.clientX - startX)
      onResizing(next)
    }
    const end = () => {
      grip.removeEventListener('pointermove', move)
      onResizing(undefined)
      if (next !== width) onResize(next)
    }
    grip.setPointerCapture(event.pointerId)
    grip.addEventListener('pointermove', move)
    grip.addEventListener('lostpointercapture', end, { once: true })
  }
  function press(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowLeft: -keyStep, ArrowRight: keyStep }[event.key]
    if (step !== undefined) onResize(limitColumnWidth(width + step))
    else if (event.key === 'Enter' || event.key === 'Escape') {
      event.currentTarget.parentElement?.querySelector('button')?.focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <hr
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={narrowestColumn}
      aria-valuemax={widestColumn}
      tabIndex={-1}
      className="resize-grip"
      onPointerDown={begin}
      onKeyDown={press}
    />
  )
}
