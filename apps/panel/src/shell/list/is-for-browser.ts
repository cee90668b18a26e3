import type { MouseEvent } from 'react'

/** Whether a click on a row is the browser's: it opens a tab, or follows a link to something else than the row. */
export function isForBrowser(event: MouseEvent): boolean {
  if (event.metaKey || event.ctrlKey || event.defaultPrevented) return true
  return (event.target as Element).closest('a:not([data-opens-peek])') !== null
}
