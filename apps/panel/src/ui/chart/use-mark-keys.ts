import { type KeyboardEvent, useState } from 'react'

interface MarkKeys {
  /** The place of the mark that Tab reaches. */
  readonly current: number
  readonly onKeyDown: (event: KeyboardEvent<SVGElement>) => void
  readonly onFocus: (mark: number) => void
}

/** All marks of a drawing are one stop of Tab; arrows go from one to the next. */
export function useMarkKeys(): MarkKeys {
  const [current, setCurrent] = useState(0)
  return {
    current,
    onFocus: setCurrent,
    onKeyDown(event) {
      const marks = [...event.currentTarget.querySelectorAll<SVGElement>('[data-mark]')]
      const at = marks.indexOf(document.activeElement as SVGElement)
      const next = findNext(event.key, at, marks.length)
      if (at < 0 || next === undefined) return
      event.preventDefault()
      event.stopPropagation()
      marks[next]?.focus()
    },
  }
}

function findNext(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return Math.min(at + 1, count - 1)
    case 'ArrowLeft':
    case 'ArrowUp':
      return Math.max(at - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
